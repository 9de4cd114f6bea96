package io.quorate.agent.etcd.process;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.CodedInputStream;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.LeaseRevokeRequest;
import io.etcd.jetcd.api.LeaseTimeToLiveRequest;
import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.etcd.tools.BoltBucket;
import io.quorate.agent.etcd.tools.BoltFile;
import io.quorate.agent.etcd.tools.EtcdToolException;
import io.quorate.agent.etcd.tools.EtcdToolException.Kind;
import io.quorate.agent.port.Reply;
import io.quorate.state.RevokedLeases;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Leases of restored data that ended while it did not serve. etcd gives each lease of a restored
 * snapshot its whole TTL: unless these are revoked, whoever held a lock when the snapshot was taken
 * holds it again.
 */
public final class ExpiredLeases {
  private static final String BUCKET = "lease";
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  /** Fields of {@code leasepb.Lease}: as etcd's lessor writes it. */
  private static final int ID = 1;

  private static final int TTL = 2;

  private ExpiredLeases() {}

  /**
   * The ids of those whose granted TTL is not longer than the data's age, read from the database:
   * without any, etcd need not be started for them.
   *
   * @param dataDir etcd's data directory, as a restore left it
   * @param age for how long no lease of this data can have been renewed
   * @throws IOException when the database cannot be read
   */
  public static List<Long> in(Path dataDir, Duration age) throws IOException {
    List<Long> expired = new ArrayList<>();
    for (BoltBucket.Entry entry : BoltBucket.entries(BoltFile.in(dataDir), BUCKET)) {
      long id = 0;
      long ttlSeconds = 0;
      CodedInputStream lease = CodedInputStream.newInstance(entry.value());
      for (int tag = lease.readTag(); tag != 0; tag = lease.readTag()) {
        switch (tag >>> 3) {
          case ID -> id = lease.readInt64();
          case TTL -> ttlSeconds = lease.readInt64();
          default -> lease.skipField(tag);
        }
      }
      if (age.compareTo(Duration.ofSeconds(ttlSeconds)) >= 0) {
        expired.add(id);
      }
    }
    return expired;
  }

  /**
   * Revokes these, together with their keys.
   *
   * @throws EtcdToolException when etcd refuses or does not answer; some may be revoked then
   */
  public static RevokedLeases revoke(IsolatedEtcd etcd, List<Long> ids) throws EtcdToolException {
    long keys = 0;
    try (SnapshotClient client = etcd.connect()) {
      for (long id : ids) {
        keys +=
            ask(
                client,
                "does not tell the keys of lease " + Long.toHexString(id),
                stub ->
                    stub.leaseTimeToLive(
                        LeaseTimeToLiveRequest.newBuilder().setID(id).setKeys(true).build()),
                reply -> reply.getKeysCount());
        ask(
            client,
            "does not revoke lease " + Long.toHexString(id),
            stub -> stub.leaseRevoke(LeaseRevokeRequest.newBuilder().setID(id).build()),
            Function.identity());
      }
    }
    return new RevokedLeases(ids.size(), keys);
  }

  private static <R, T> T ask(
      SnapshotClient client,
      String fails,
      Function<LeaseGrpc.LeaseFutureStub, ListenableFuture<R>> request,
      Function<R, T> answer)
      throws EtcdToolException {
    Reply<T> reply = client.ask(LeaseGrpc::newFutureStub, DEADLINE, request, answer);
    return reply
        .answer()
        .orElseThrow(
            () ->
                new EtcdToolException(
                    Kind.FAILED, "etcd on the restored data " + fails + ": " + reply.words()));
  }
}
