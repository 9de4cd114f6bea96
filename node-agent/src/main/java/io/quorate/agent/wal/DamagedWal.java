package io.quorate.agent.wal;

/** Ends a scan at damage; {@link WalReader} turns it into a value. */
final class DamagedWal extends Exception {
  private static final long serialVersionUID = 1L;

  private final WalDamage.Kind kind;

  DamagedWal(WalDamage.Kind kind, String detail) {
    super(detail);
    this.kind = kind;
  }

  WalDamage asDamage() {
    return new WalDamage(kind, String.valueOf(getMessage()));
  }
}
