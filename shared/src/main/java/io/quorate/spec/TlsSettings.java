package io.quorate.spec;

/**
 * Whether etcd speaks TLS.
 *
 * @param mode who sees to the certificates
 */
public record TlsSettings(Mode mode) {
  /** Plain connections. */
  public static final TlsSettings OFF = new TlsSettings(Mode.OFF);

  /** Who sees to the certificates. */
  public enum Mode {
    /** Nobody: connections are plain. */
    OFF,
    /** The controller signs them, and renews them in time. */
    MANAGED
  }

  /** Whether the controller signs the nodes' certificates. */
  public boolean managed() {
    return mode == Mode.MANAGED;
  }
}
