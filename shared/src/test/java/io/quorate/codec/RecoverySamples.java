package io.quorate.codec;

import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.MemberId;
import io.quorate.recovery.Approval;
import io.quorate.recovery.CommittedGeneration;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.recovery.Salvage;
import io.quorate.snapshot.SnapshotId;
import io.quorate.state.Bootstrap;
import io.quorate.state.GenerationSource;
import io.quorate.state.InitialMember;
import io.quorate.state.Lineage;
import io.quorate.state.Origin;
import io.quorate.state.RevokedLeases;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The records of a recovery, with every attribute there. */
final class RecoverySamples {
  static final Bootstrap RESEEDED =
      new Bootstrap(
          new Generation(2),
          "uid-7f3a-2-n1",
          Samples.CLUSTER_ID,
          List.of(new InitialMember(Samples.ONE, Samples.M1, Samples.AT_ONE, "zone-a", "disk-3")),
          "n1",
          Samples.AT,
          Optional.of(
              new GenerationSource(
                  Generation.FIRST,
                  Samples.MANIFEST.id(),
                  Samples.MANIFEST.sha256(),
                  1_000,
                  1_000_001_001,
                  "recovery-1-n1",
                  Optional.of(Samples.AT))));
  static final Lineage RESEEDED_LINEAGE = Samples.LINEAGE.reseeding(RESEEDED).committed();
  static final Recovery RECOVERY =
      Recovery.suspected(
              "recovery-1-n1",
              Samples.UID,
              Generation.FIRST,
              new FencingToken(42),
              Recovery.Action.RESEED,
              Samples.AT)
          .fencing(Samples.AT)
          .gathered(Map.of(Samples.TWO, "EC2 shows it terminated"), Samples.AT)
          .trying(
              new RecoverySource(
                  new SnapshotId("20260102T030505Z-g1-0a1c"),
                  "00ff",
                  1_001,
                  Samples.AT.plusSeconds(60)),
              Samples.ONE,
              Samples.AT)
          .passingOver("the file's SHA-256 is another one", Samples.AT)
          .trying(RecoverySource.of(Samples.MANIFEST), Samples.ONE, Samples.AT)
          .committing(
              Map.of(Samples.TWO, "EC2 shows it terminated"),
              new CommittedGeneration(new Generation(2), 1_000, 1_001, 1_000_001_001),
              Samples.AT.plusSeconds(5))
          .seeding(Samples.AT.plusSeconds(6))
          .serving(Optional.of(new RevokedLeases(2, 5)), Samples.AT.plusSeconds(9))
          .acknowledged("someone", Samples.AT.plusSeconds(99));
  static final Recovery RECOVERY_WAITING =
      Recovery.suspected(
              "recovery-1-n1",
              Samples.UID,
              Generation.FIRST,
              new FencingToken(42),
              Recovery.Action.RESEED,
              Samples.AT)
          .fencing(Samples.AT)
          .gathered(Map.of(Samples.TWO, "EC2 shows it terminated"), Samples.AT)
          .trying(RecoverySource.of(Samples.MANIFEST), Samples.ONE, Samples.AT)
          .notReading(
              "ARCHIVED",
              "the object is archived",
              Samples.AT.plusSeconds(10),
              Samples.AT.plusSeconds(5));

  static final Recovery RECOVERY_SALVAGING =
      Recovery.suspected(
              "recovery-1-n1",
              Samples.UID,
              Generation.FIRST,
              new FencingToken(42),
              Recovery.Action.RESEED,
              Samples.AT)
          .fencing(Samples.AT)
          .gathered(Map.of(Samples.TWO, "it is fenced"), Samples.AT)
          .salvaging(Samples.ONE, new SnapshotId("20260102T030405Z-g1-0a1d"), Samples.AT)
          .salvaged(Salvage.State.BAD, "its log is damaged", Optional.empty(), Samples.AT)
          .salvaging(Samples.TWO, new SnapshotId("20260102T030505Z-g1-0a1e"), Samples.AT);

  static final Recovery RECOVERY_APPROVED =
      Recovery.suspected(
              "recovery-1-n1",
              Samples.UID,
              Generation.FIRST,
              new FencingToken(42),
              Recovery.Action.RESEED,
              Samples.AT)
          .approved(
              new Approval(
                  "0123456789ab",
                  "someone",
                  Samples.AT,
                  Map.of(Samples.ONE, Approval.End.ACCEPTED_LOST, Samples.TWO, Approval.End.GONE),
                  Optional.of(RecoverySource.of(Samples.MANIFEST))));

  /** The table had lost who was let have data. */
  static final Recovery RECOVERY_APPROVED_UNRECORDED =
      Recovery.suspected(
              "recovery-1-n1",
              Samples.UID,
              Generation.FIRST,
              new FencingToken(42),
              Recovery.Action.RESEED,
              Samples.AT)
          .approved(
              new Approval(
                  "0123456789ab",
                  "someone",
                  Samples.AT,
                  Map.of(Samples.ONE, Approval.End.FORGOTTEN, Samples.TWO, Approval.End.GONE),
                  Optional.of(RecoverySource.of(Samples.MANIFEST)),
                  true,
                  List.of(new MemberId(7))));

  static final Lineage IMPORTING =
      Lineage.importing(
          Samples.UID,
          new Origin(new SnapshotId("20260102T030405Z-g0-0a1b"), Samples.MANIFEST.sha256()));

  private RecoverySamples() {}
}
