package io.quorate.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.List;

/**
 * The ids etcd gives the members it lists at a {@code new} bootstrap, computed as etcd 3.5 does
 * (server/etcdserver/api/membership: {@code computeMemberId}, {@code genID}): the first eight bytes
 * of a SHA-1, big-endian. A member's name does not count. A member added later gets a
 * time-dependent id, which only etcd knows.
 */
public final class EtcdIds {
  private EtcdIds() {}

  /**
   * The id of a member listed at bootstrap: a hash of its sorted peer URLs and the cluster token.
   */
  public static MemberId memberId(List<String> peerUrls, String clusterToken) {
    if (peerUrls.isEmpty()) {
      throw new IllegalArgumentException("peer URLs []: expected at least one");
    }
    MessageDigest sha1 = sha1();
    peerUrls.stream().sorted().forEach(url -> sha1.update(url.getBytes(UTF_8)));
    sha1.update(clusterToken.getBytes(UTF_8));
    return new MemberId(firstEightBytes(sha1));
  }

  /** The id of the cluster that these members bootstrap: a hash of their sorted ids. */
  public static EtcdClusterId clusterId(Collection<MemberId> members) {
    if (members.isEmpty()) {
      throw new IllegalArgumentException("members []: expected at least one");
    }
    MessageDigest sha1 = sha1();
    members.stream()
        .sorted()
        .forEach(member -> sha1.update(ByteBuffer.allocate(8).putLong(0, member.bits())));
    return new EtcdClusterId(firstEightBytes(sha1));
  }

  private static long firstEightBytes(MessageDigest digest) {
    return ByteBuffer.wrap(digest.digest()).getLong();
  }

  private static MessageDigest sha1() {
    try {
      return MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-1 is missing, though every Java platform has it", e);
    }
  }
}
