package io.quorate.codec;

import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.ClientCertificate;
import io.quorate.certificate.NodeCertificates;
import io.quorate.recovery.Recovery;
import io.quorate.release.EtcdRelease;
import io.quorate.release.TargetRelease;
import io.quorate.request.Request;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Bootstrap;
import io.quorate.state.FleetEntry;
import io.quorate.state.Heartbeat;
import io.quorate.state.JournalEntry;
import io.quorate.state.Lease;
import io.quorate.state.Lineage;
import io.quorate.state.SpecRecord;
import io.quorate.state.Status;
import io.quorate.state.StruckRows;

/** The codec of each record that stands by itself in a table or in the bucket. */
public final class Codecs {
  /** The attribute {@code tableRollback} of the status, there while the table is proven older. */
  public static final String TABLE_ROLLBACK = "tableRollback";

  /**
   * Record {@code lineage}. Conditions rest on {@code uid}, {@code state} and {@code generation};
   * one that is not its bootstrap's is refused.
   */
  public static final RecordCodec<Lineage> LINEAGE =
      RecordCodec.of(Lineage.class, Schema.LINEAGE_WITH_ORIGIN, Codecs::version)
          .checked(Codecs::checkGeneration);

  /** A bootstrap, a part of the lineage, as a record of its own. */
  public static final RecordCodec<Bootstrap> BOOTSTRAP =
      RecordCodec.of(
          Bootstrap.class,
          Schema.LINEAGE_WITH_SOURCE,
          bootstrap ->
              bootstrap.source().isPresent() ? Schema.LINEAGE_WITH_SOURCE : Schema.VERSION);

  /** Record {@code recovery}. Conditions rest on {@code recoveryId} and {@code recoveryState}. */
  public static final RecordCodec<Recovery> RECOVERY =
      RecordCodec.of(
          Recovery.class,
          Schema.RECOVERY_WITH_APPROVAL,
          recovery ->
              recovery.approval().isPresent() ? Schema.RECOVERY_WITH_APPROVAL : Schema.VERSION);

  /**
   * Record {@code status}. Conditions rest on {@code operationId}, there while a command of the
   * membership lane is open. Types of conditions that this release does not know are passed over:
   * each turn finds the conditions anew.
   */
  public static final RecordCodec<Status> STATUS =
      RecordCodec.of(
          Status.class,
          Schema.STATUS_WITH_HOLDERS,
          status -> status.data().recorded() ? Schema.STATUS_WITH_HOLDERS : Schema.VERSION);

  /**
   * A node's row. Conditions rest on {@code incarnationNonce}, {@code incarnationCount}, {@code
   * diskId}, {@code sequence} and {@code stateVersion}; a stream filter on {@code alert}, absent
   * while steady. The row says whose it is, though its key does too, so that it is whole without
   * it.
   */
  public static final RecordCodec<Heartbeat> HEARTBEAT = RecordCodec.of(Heartbeat.class);

  /** Record {@code lease}. Conditions rest on {@code owner}, {@code token}, {@code untilMillis}. */
  public static final RecordCodec<Lease> LEASE = RecordCodec.of(Lease.class);

  /** Record {@code spec}. Conditions rest on {@code uid} and {@code version}. */
  public static final RecordCodec<SpecRecord> SPEC = RecordCodec.of(SpecRecord.class);

  /** A {@code journal#…} record. */
  public static final RecordCodec<JournalEntry> JOURNAL = RecordCodec.of(JournalEntry.class);

  /** A record of the partition {@code #clusters}, one for each cluster. */
  public static final RecordCodec<FleetEntry> FLEET = RecordCodec.of(FleetEntry.class);

  /** Record {@code request#<id>}. Conditions rest on {@code state}. */
  public static final RecordCodec<Request> REQUEST = RecordCodec.of(Request.class);

  /** Record {@code snapshot#<id>}. Conditions rest on {@code state}. */
  public static final RecordCodec<SnapshotRecord> SNAPSHOT = RecordCodec.of(SnapshotRecord.class);

  /** A snapshot's manifest; {@link SnapshotCodec} reads it. */
  public static final RecordCodec<SnapshotManifest> MANIFEST =
      RecordCodec.of(SnapshotManifest.class);

  /** Record {@code pki}. */
  public static final RecordCodec<AuthorityCertificates> AUTHORITIES =
      RecordCodec.of(AuthorityCertificates.class);

  /** Record {@code certificate#<instance>}. */
  public static final RecordCodec<NodeCertificates> NODE_CERTIFICATES =
      RecordCodec.of(NodeCertificates.class);

  /** Record {@code client-certificate#<id>}. */
  public static final RecordCodec<ClientCertificate> CLIENT_CERTIFICATE =
      RecordCodec.of(ClientCertificate.class);

  /** A record of the partition {@code #releases}, one for each release and platform. */
  public static final RecordCodec<EtcdRelease> ETCD_RELEASE = RecordCodec.of(EtcdRelease.class);

  /** Record {@code release}: the stored release that a spec was resolved to. */
  public static final RecordCodec<TargetRelease> TARGET_RELEASE =
      RecordCodec.of(TargetRelease.class);

  /** Record {@code struck-rows}: the node rows that a person put aside. */
  public static final RecordCodec<StruckRows> STRUCK = RecordCodec.of(StruckRows.class);

  private Codecs() {}

  private static long version(Lineage lineage) {
    return switch (lineage.state()) {
      case DELETED -> Schema.LINEAGE_DELETED;
      case UNBOOTSTRAPPED ->
          lineage.origin().isPresent() ? Schema.LINEAGE_WITH_ORIGIN : Schema.VERSION;
      case COMMITTING, COMMITTED ->
          lineage.ancestors().isEmpty() ? Schema.VERSION : Schema.LINEAGE_WITH_SOURCE;
    };
  }

  private static void checkGeneration(Tree tree, Lineage lineage) {
    long generation = tree.number("generation");
    if (generation != lineage.generation().value()) {
      throw new UnreadableRecordException(
          "%s: generation is %d, expected its bootstrap's, %s; the record was edited by hand, put the right one back"
              .formatted(tree.where(), generation, lineage.generation()),
          null);
    }
  }
}
