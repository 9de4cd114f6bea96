package io.quorate.agent.run;

import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.execution.RecoveryGate;
import io.quorate.agent.port.RecoveryPorts;
import io.quorate.agent.port.Reply;
import io.quorate.recovery.Recovery;
import io.quorate.state.Lineage;
import io.quorate.state.MemberStatus;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Disarms NOSPACE on a seeder: a restore keeps the alarm of the lost generation. It is raised again
 * at once where the database is really too large.
 */
final class SeederAlarms {
  private static final Logger LOG = LoggerFactory.getLogger(SeederAlarms.class);
  private static final String NOSPACE = "NOSPACE";

  private final Optional<RecoveryPorts> ports;
  private final JournalStore journalStore;
  private final NodeDescription self;
  private final Supplier<Optional<Lineage>> lineage;
  private final Supplier<Optional<Recovery>> recovery;
  private final Supplier<Optional<MemberStatus>> status;

  SeederAlarms(
      Optional<RecoveryPorts> ports,
      JournalStore journalStore,
      NodeDescription self,
      Supplier<Optional<Lineage>> lineage,
      Supplier<Optional<Recovery>> recovery,
      Supplier<Optional<MemberStatus>> status) {
    this.ports = ports;
    this.journalStore = journalStore;
    this.self = self;
    this.lineage = lineage;
    this.recovery = recovery;
    this.status = status;
  }

  /** Looks once. */
  void tick() {
    boolean raised =
        status.get().stream()
            .flatMap(told -> told.alarms().stream())
            .anyMatch(alarm -> alarm.contains(NOSPACE));
    if (raised && RecoveryGate.seeding(journalStore.current(), lineage.get(), recovery.get())) {
      ports.ifPresent(this::disarm);
    }
  }

  private void disarm(RecoveryPorts with) {
    Reply<Integer> reply = with.alarms().disarmNoSpace(self.endpoints().clientUrl());
    LOG.info("event=nospace-disarmed reply=\"{}\"", reply.words());
  }
}
