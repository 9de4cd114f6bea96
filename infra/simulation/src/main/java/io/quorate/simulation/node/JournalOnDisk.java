package io.quorate.simulation.node;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The agent's journal on a machine's disk, and what else the disk holds by it. */
public final class JournalOnDisk {
  private final InstanceId owner;
  private final Supplier<SimDisk> disk;
  private final JournalReader reader = new JournalReader();
  private @Nullable CachedFiles lookedAt;
  private long lookedVersion;
  private byte @Nullable [] parsedFrom;
  private Optional<AgentJournal> parsed = Optional.empty();
  private Optional<InstanceId> named = Optional.empty();
  private Optional<String> damage = Optional.empty();

  JournalOnDisk(InstanceId owner, Supplier<SimDisk> disk) {
    this.owner = owner;
    this.disk = disk;
  }

  /** As an agent would read it; empty on a new disk or another instance's, and when damaged. */
  Optional<AgentJournal> read() {
    look();
    return parsed;
  }

  /** The instance that the journal names, whichever it is on. */
  public Optional<InstanceId> named() {
    look();
    return named;
  }

  /** Why an agent would refuse it. */
  public Optional<String> damage() {
    look();
    return damage;
  }

  /** The step of an instruction that its agent is at; empty while it carries none out. */
  public String step() {
    return read()
        .flatMap(AgentJournal::progress)
        .map(p -> p.command().kind() + (p.undo().isPresent() ? " undo " : " ") + p.step())
        .orElse("");
  }

  /** Whether its agent has an instruction under way. */
  public boolean executing() {
    return read().flatMap(AgentJournal::progress).isPresent();
  }

  /** The data directory of its member, where it is in etcd's path. */
  public Optional<ModelDirectory> memberData() {
    return memberData(disk.get());
  }

  /** How far the log of its member goes on another disk; 0 where that has none. */
  long logEnd(SimDisk other) {
    return memberData(other)
        .flatMap(ModelDirectory::summary)
        .map(ModelDirectory.Summary::lastIndex)
        .orElse(0L);
  }

  /** How far the log of that member goes; 0 where the journal tells of another one, or of none. */
  long logEnd(MemberId member) {
    return read()
        .flatMap(AgentJournal::member)
        .filter(known -> known.identity().memberId().equals(member))
        .map(known -> logEnd(disk.get()))
        .orElse(0L);
  }

  /** Whether it knows that its log went further than this; a journal not told cannot. */
  public boolean knownPast(long logEnd) {
    return logEnd > 0
        && read()
            .flatMap(AgentJournal::member)
            .filter(member -> member.watermark().index() > logEnd)
            .isPresent();
  }

  private Optional<ModelDirectory> memberData(SimDisk on) {
    return read()
        .flatMap(AgentJournal::member)
        .flatMap(member -> on.find(member.directory()))
        .map(SimDisk.Stored::directory);
  }

  @SuppressWarnings("ReferenceEquality") // Parsed anew only when the disk holds another content.
  private void look() {
    CachedFiles files = disk.get().files();
    if (files == lookedAt && files.version() == lookedVersion) {
      return;
    }
    lookedAt = files;
    lookedVersion = files.version();
    byte[] bytes = JournalPort.bytes(files).orElse(null);
    if (bytes == parsedFrom) {
      return;
    }
    parsedFrom = bytes;
    parsed = Optional.empty();
    named = Optional.empty();
    damage = Optional.empty();
    try {
      Optional<AgentJournal> found = JournalPort.read(files).map(reader::read);
      named = found.map(AgentJournal::instance);
      parsed = found.filter(journal -> journal.instance().equals(owner));
    } catch (IllegalStateException | UnreadableRecordException e) {
      damage = Optional.of(e.toString());
    }
  }
}
