package io.quorate.agent.heartbeat;

import io.quorate.agent.execution.ControlRecord;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.codec.HeartbeatCodec;
import io.quorate.codec.InstructionCodec;
import io.quorate.codec.LineageCodec;
import io.quorate.codec.SpecRecordCodec;
import io.quorate.codec.TaskCodec;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.SpecRecord;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.task.TaskSlot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the control record, one request a time. */
public final class ControlPlaneReader {
  private final RecordStore store;
  private final DecodeCache<Lineage> lineages = new DecodeCache<>(LineageCodec::read);
  private final DecodeCache<SpecRecord> specs = new DecodeCache<>(SpecRecordCodec::read);
  private final Key lineage;
  private final Key spec;
  private final Key slot;
  private final Key task;
  private final Key row;
  private Optional<String> taskTrouble = Optional.empty();

  /** Reads for this node. */
  public ControlPlaneReader(RecordStore store, NodeDescription self) {
    this.store = store;
    lineage = Keys.lineage(self.cluster());
    spec = Keys.spec(self.cluster());
    slot = Keys.instruction(self.cluster(), self.instance());
    task = Keys.task(self.cluster(), self.instance());
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
    return record(store.read(List.of(lineage, spec, slot, task)));
  }

  /** Reads the control record and the own row. */
  public AtStart readAtStart() {
    Map<Key, Item> found = store.read(List.of(lineage, spec, slot, task, row));
    return new AtStart(
        item(found, lineage).map(lineages::of),
        item(found, row).map(i -> HeartbeatCodec.read(i.attributes(), i.key().toString())),
        () -> record(found));
  }

  private ControlRecord record(Map<Key, Item> found) {
    return new ControlRecord(
        item(found, lineage).map(lineages::of),
        item(found, spec).map(specs::of).map(SpecRecord::spec),
        item(found, slot).map(i -> InstructionCodec.read(i.attributes(), i.key().toString())),
        task(found));
  }

  /**
   * A task is never worth the rest of the record: one that this release cannot read is not begun,
   * and {@link #taskTrouble} says why.
   */
  private Optional<TaskSlot> task(Map<Key, Item> found) {
    try {
      Optional<TaskSlot> read =
          item(found, task).map(i -> TaskCodec.read(i.attributes(), i.key().toString()));
      taskTrouble = Optional.empty();
      return read;
    } catch (UnreadableRecordException e) {
      taskTrouble = Optional.ofNullable(e.getMessage());
      return Optional.empty();
    }
  }

  /** Why the task slot read last could not be understood. */
  public Optional<String> taskTrouble() {
    return taskTrouble;
  }

  private static Optional<Item> item(Map<Key, Item> found, Key key) {
    return Optional.ofNullable(found.get(key));
  }
}
