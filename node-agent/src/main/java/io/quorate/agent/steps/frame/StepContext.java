package io.quorate.agent.steps.frame;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.DataDisk;
import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.port.SnapshotRestore;
import io.quorate.agent.port.TokenKeys;
import io.quorate.spec.AuthSettings;
import io.quorate.spec.ClusterSpec;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What steps work with.
 *
 * @param self which node this is
 * @param journalStore the journal
 * @param etcd calls to etcd endpoints
 * @param disk the data directories
 * @param control the own etcd process
 * @param spec settings to use while none were read
 * @param nonces mints nonces
 * @param restore restores snapshots, where this agent can
 * @param tokenKeys the keys of the bucket with which etcd signs its tokens
 */
public record StepContext(
    NodeDescription self,
    JournalStore journalStore,
    EtcdApi etcd,
    DataDisk disk,
    EtcdControl control,
    ClusterSpec spec,
    Supplier<String> nonces,
    Optional<SnapshotRestore> restore,
    TokenKeys tokenKeys) {
  /** Of an agent that restores nothing, and fetches no keys. */
  public StepContext(
      NodeDescription self,
      JournalStore journalStore,
      EtcdApi etcd,
      DataDisk disk,
      EtcdControl control,
      ClusterSpec spec,
      Supplier<String> nonces) {
    this(self, journalStore, etcd, disk, control, spec, nonces, Optional.empty(), TokenKeys.NONE);
  }

  /** The journal as it is on disk. */
  public AgentJournal journal() {
    return journalStore.current();
  }

  /** The instruction under way. */
  public CommandProgress progress() {
    return journal()
        .progress()
        .orElseThrow(() -> new IllegalStateException("no instruction is under way"));
  }

  /**
   * Whether a generation after that of the instruction under way has begun. Everyone who held data
   * of this one was gone before: nobody answers for it any more (I1).
   */
  public boolean generationOver() {
    return progress().command().header().generation().before(journal().seenGeneration());
  }

  /** Journals what a step found or chose. */
  public void note(String name, String value) {
    journalStore.change(edit -> edit.progress(progress().with(name, value)));
  }

  /**
   * Why the installed etcd is not to be started. The key of its tokens is fetched first, where the
   * spec was read so lately that nobody has yet.
   */
  public Optional<String> refused() {
    journal().spec().flatMap(read -> read.etcd().token()).ifPresent(tokenKeys::fetch);
    return control.refused(journal().spec());
  }

  /** Whether the spec asks for access control; one that was never read may. */
  public boolean asksForAuth() {
    return journal().spec().isEmpty()
        || journal().spec().flatMap(ClusterSpec::auth).filter(AuthSettings::enabled).isPresent();
  }

  /** The settings to run etcd with. */
  public ClusterSpec settings() {
    return journal().spec().orElse(spec);
  }
}
