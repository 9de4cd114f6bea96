package io.quorate.simulation.node;

import io.quorate.model.MemberId;
import io.quorate.simulation.schedule.SimProcess;
import java.util.Optional;
import java.util.TreeMap;

/** A machine, the agent that lives on it, and what its disk once was. */
public final class SimNode {
  private final Machine machine;
  private final TreeMap<Long, SimDisk> backups = new TreeMap<>();
  private Optional<SimProcess> agent = Optional.empty();
  private int incarnations;
  private boolean rolledBack;
  private boolean hangs;
  private boolean directoryRolledBack;
  private boolean diskOfAnother;
  private boolean diskReplaced;
  private long restartMillis = 2_000;
  private long skewMillis;
  private long disturbedUntil;

  SimNode(Machine machine) {
    this.machine = machine;
  }

  /** The machine. */
  public Machine machine() {
    return machine;
  }

  /** The agent's latest life. */
  public Optional<SimProcess> agent() {
    return agent;
  }

  /** The agent that lives now. */
  public Optional<SimProcess> living() {
    return agent.filter(simProcess -> !simProcess.crashed());
  }

  void agent(SimProcess next) {
    agent = Optional.of(next);
  }

  int nextIncarnation() {
    return ++incarnations;
  }

  /** Until when a fault besets it, as far as known. */
  public long disturbedUntil() {
    return disturbedUntil;
  }

  /** Whether a fault ever beset it. */
  public boolean affects() {
    return disturbedUntil > 0;
  }

  /** A fault besets it until then. */
  public void disturbed(long until) {
    disturbedUntil = Math.max(disturbedUntil, until);
  }

  /** By how much its clock is wrong. */
  public long skewMillis() {
    return skewMillis;
  }

  /** It stands still, until it is switched on anew. */
  public void hang() {
    hangs = true;
  }

  void poweredOn() {
    hangs = false;
  }

  /** Whether it stands still, and will till somebody ends that. */
  public boolean hangs() {
    return hangs;
  }

  /** Sets its clock. */
  public void skew(long millis) {
    skewMillis = millis;
  }

  long restartMillis() {
    return restartMillis;
  }

  void restartAfter(long millis) {
    restartMillis = millis;
  }

  /** Keeps a copy of the disk, to come back to. */
  public void backUp(long now) {
    backups.put(now, machine.disk().copy());
    while (backups.size() > 20) {
      backups.pollFirstEntry();
    }
  }

  /** The disk becomes what it was then, or before; whether there is such a copy. */
  public boolean rollBack(long then) {
    var entry = backups.floorEntry(then);
    if (entry == null) {
      return false;
    }
    machine.replaceDisk(entry.getValue().copy());
    rolledBack = true;
    return true;
  }

  /** The member's directory alone becomes what it was then, or before. */
  public void rollBackDirectory(long then) {
    var entry = backups.floorEntry(then);
    if (entry != null) {
      machine.takeBack(entry.getValue());
      directoryRolledBack = true;
    }
  }

  /** How far the log goes that its member's directory held then, or before; 0 without a copy. */
  public long directoryEndBack(long then) {
    var entry = backups.floorEntry(then);
    return entry == null ? 0 : machine.journalOnDisk().logEnd(entry.getValue());
  }

  /** How far that member's log went on the disk of then, or before; 0 where it held another. */
  public long diskEndBack(long then, MemberId member) {
    var entry = backups.floorEntry(then);
    return entry == null
        ? 0
        : new JournalOnDisk(machine.instance().id(), entry::getValue).logEnd(member);
  }

  /** The disk becomes a copy of another node's. */
  public void copyDiskOf(SimNode other) {
    machine.replaceDisk(other.machine.disk().copy());
    diskOfAnother = true;
  }

  /** Whether it ever had a copy of another node's disk. */
  public boolean diskOfAnother() {
    return diskOfAnother;
  }

  /** Whether its disk, or its member's directory alone, was ever rolled back. */
  public boolean dataRolledBack() {
    return rolledBack || directoryRolledBack;
  }

  /** Whether its disk was ever rolled back. */
  public boolean rolledBack() {
    return rolledBack;
  }

  /** Whether its disk was ever exchanged for an empty one. */
  public boolean diskReplaced() {
    return diskReplaced;
  }

  /** The disk becomes an empty one. */
  public void newDisk() {
    diskReplaced = true;
    machine.newDisk();
  }
}
