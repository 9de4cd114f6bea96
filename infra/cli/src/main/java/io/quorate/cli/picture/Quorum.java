package io.quorate.cli.picture;

/**
 * How the voters stand.
 *
 * @param voters how many there are
 * @param serving how many of them serve
 */
public record Quorum(int voters, int serving) {
  /** How many voters are a quorum. */
  public int needed() {
    return voters / 2 + 1;
  }

  /** Whether enough serve. */
  public boolean held() {
    return voters > 0 && serving >= needed();
  }

  /** How many serving voters may be lost before the quorum is. */
  public int tolerates() {
    return Math.max(0, serving - needed());
  }
}
