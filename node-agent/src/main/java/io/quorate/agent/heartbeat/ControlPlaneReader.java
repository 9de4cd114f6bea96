package io.quorate.agent.heartbeat;

import io.quorate.agent.execution.ControlRecord;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.execution.OwnCertificates;
import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.NodeCertificates;
import io.quorate.codec.Codecs;
import io.quorate.codec.CommandCodec;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.command.CommandSlot;
import io.quorate.command.Lane;
import io.quorate.recovery.Recovery;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.SpecRecord;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Reads the control record, one request a time. */
public final class ControlPlaneReader {
  private final RecordStore store;
  private final DecodeCache<Lineage> lineages = new DecodeCache<>(Codecs.LINEAGE::read);
  private final DecodeCache<SpecRecord> specs = new DecodeCache<>(Codecs.SPEC::read);
  private final Key lineage;
  private final Key spec;
  private final Key slot;
  private final Key task;
  private final Key recoveryKey;
  private final Key row;
  private final Key pki;
  private final Key certificate;
  private final BooleanSupplier certified;
  private final DecodeCache<AuthorityCertificates> authorities =
      new DecodeCache<>(Codecs.AUTHORITIES::read);
  private final DecodeCache<NodeCertificates> signed =
      new DecodeCache<>(Codecs.NODE_CERTIFICATES::read);
  private Optional<Recovery> recovery = Optional.empty();
  private Optional<String> taskTrouble = Optional.empty();

  /**
   * Reads for this node.
   *
   * @param certified whether it needs certificates; else they are not read
   */
  public ControlPlaneReader(RecordStore store, NodeDescription self, BooleanSupplier certified) {
    this.store = store;
    this.certified = certified;
    pki = Keys.pki(self.cluster());
    certificate = Keys.certificate(self.cluster(), self.instance());
    lineage = Keys.lineage(self.cluster());
    spec = Keys.spec(self.cluster());
    slot = Keys.command(self.cluster(), Lane.MEMBERSHIP, self.instance());
    task = Keys.command(self.cluster(), Lane.MAINTENANCE, self.instance());
    recoveryKey = Keys.recovery(self.cluster());
    row = Keys.node(self.cluster(), self.instance());
  }

  /**
   * What forbids a start, and the control record, as an agent reads them when it starts.
   *
   * @param record the whole of it; throws {@link UnreadableRecordException} when a part of it is
   *     not to be understood, which must not hide the others from the start (I11)
   */
  public record AtStart(
      Optional<Lineage> lineage, Optional<Heartbeat> ownRow, Supplier<ControlRecord> record) {}

  /** Reads the control record. */
  public ControlRecord read() {
    return record(store.read(keys()));
  }

  /** Reads the control record and the own row. */
  public AtStart readAtStart() {
    List<Key> keys = keys();
    keys.add(row);
    Map<Key, Item> found = store.read(keys);
    return new AtStart(
        item(found, lineage).map(lineages::of),
        item(found, row).map(i -> Codecs.HEARTBEAT.read(i.attributes(), i.key().toString())),
        () -> record(found));
  }

  private List<Key> keys() {
    List<Key> keys = new ArrayList<>(List.of(lineage, spec, slot, task, recoveryKey));
    if (certified.getAsBoolean()) {
      keys.add(pki);
      keys.add(certificate);
    }
    return keys;
  }

  private ControlRecord record(Map<Key, Item> found) {
    Optional<CommandSlot> told = task(found);
    recovery = recovery(found);
    Optional<OwnCertificates> certificates = certificates(found);
    return new ControlRecord(
        item(found, lineage).map(lineages::of),
        item(found, spec).map(specs::of).map(SpecRecord::spec),
        item(found, slot)
            .map(i -> CommandCodec.read(i.attributes(), i.key().toString(), Lane.MEMBERSHIP)),
        told,
        certificates);
  }

  /**
   * A task is never worth the rest of the record: one that this release cannot read is not begun,
   * and {@link #taskTrouble} says why.
   */
  private Optional<CommandSlot> task(Map<Key, Item> found) {
    try {
      Optional<CommandSlot> read =
          item(found, task)
              .map(i -> CommandCodec.read(i.attributes(), i.key().toString(), Lane.MAINTENANCE));
      taskTrouble = Optional.empty();
      return read;
    } catch (UnreadableRecordException e) {
      taskTrouble = Optional.ofNullable(e.getMessage());
      return Optional.empty();
    }
  }

  /**
   * Those that this release cannot read are as good as none: what was installed before serves on.
   */
  private Optional<OwnCertificates> certificates(Map<Key, Item> found) {
    try {
      Optional<AuthorityCertificates> by = item(found, pki).map(authorities::of);
      return item(found, certificate)
          .map(signed::of)
          .flatMap(own -> by.map(who -> new OwnCertificates(who, own)));
    } catch (UnreadableRecordException e) {
      taskTrouble = Optional.ofNullable(e.getMessage());
      return Optional.empty();
    }
  }

  /** One that this release cannot read asks nothing of it. */
  private Optional<Recovery> recovery(Map<Key, Item> found) {
    try {
      return item(found, recoveryKey)
          .map(i -> Codecs.RECOVERY.read(i.attributes(), i.key().toString()));
    } catch (UnreadableRecordException e) {
      taskTrouble = Optional.ofNullable(e.getMessage());
      return Optional.empty();
    }
  }

  /** The recovery under way, or the last one, as read last. */
  public Optional<Recovery> recovery() {
    return recovery;
  }

  /** Why the task slot, the recovery or the certificates read last could not be understood. */
  public Optional<String> taskTrouble() {
    return taskTrouble;
  }

  private static Optional<Item> item(Map<Key, Item> found, Key key) {
    return Optional.ofNullable(found.get(key));
  }
}
