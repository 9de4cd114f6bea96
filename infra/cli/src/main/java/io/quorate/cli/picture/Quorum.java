package io.quorate.cli.picture;

/**
 * How the voters stand.
 *
 * @param voters how many there are
 * @param serving how many of them serve, with their data on disk
 * @param inMemory how many others prove a quorum, though their data on disk cannot be used
 */
public record Quorum(int voters, int serving, int inMemory) {
  /** How many voters are a quorum. */
  public int needed() {
    return voters / 2 + 1;
  }

  /** Whether enough serve, if only in memory: then writes succeed. */
  public boolean held() {
    return voters > 0 && serving + inMemory >= needed();
  }

  /** Whether enough of those have their data on disk. */
  public boolean durable() {
    return voters > 0 && serving >= needed();
  }

  /** How many serving voters may be lost before the quorum is. */
  public int tolerates() {
    return Math.max(0, serving - needed());
  }
}
