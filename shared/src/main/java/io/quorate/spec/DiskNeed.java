package io.quorate.spec;

/**
 * How much disk a database needs that may grow to a quota: five times its size and 2 GiB, for data,
 * write-ahead log, a snapshot on its way, a restore of it and an archived directory. The Terraform
 * module etcd-cluster has the same rule.
 */
public final class DiskNeed {
  private static final int COPIES = 5;
  private static final long RESERVE_BYTES = 2L << 30;

  private DiskNeed() {}

  /** The bytes that a quota needs. */
  public static long of(long quotaBytes) {
    return COPIES * quotaBytes + RESERVE_BYTES;
  }

  /** The quota that so many bytes bear; 0 or less where they bear none. */
  public static long bears(long bytes) {
    return (bytes - RESERVE_BYTES) / COPIES;
  }
}
