package io.quorate.agent.metrics;

import io.quorate.agent.run.AgentSnapshot;
import io.quorate.command.CommandKind;
import io.quorate.command.Lane;
import io.quorate.state.DataState;
import io.quorate.state.MemberStatus;
import io.quorate.state.ProcessState;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** What the agent knows of its etcd and of itself, in gauges. */
final class MemberMetrics {
  private final PulledMetrics metrics;
  private final Supplier<AgentSnapshot> agent;

  private MemberMetrics(PulledMetrics metrics, Supplier<AgentSnapshot> agent) {
    this.metrics = metrics;
    this.agent = agent;
  }

  /** What a member is for its cluster. */
  enum Role {
    LEADER,
    FOLLOWER,
    LEARNER,
    /** It does not answer, or follows no leader. */
    NONE;

    static Role of(Optional<MemberStatus> status) {
      return status
          .filter(known -> known.learner() || known.leader().isPresent())
          .map(known -> known.learner() ? LEARNER : known.leads() ? LEADER : FOLLOWER)
          .orElse(NONE);
    }
  }

  static void register(PulledMetrics metrics, Supplier<AgentSnapshot> agent) {
    MemberMetrics all = new MemberMetrics(metrics, agent);
    all.states();
    all.numbers();
    all.cluster();
    all.own();
  }

  private void states() {
    metrics.gauge(
        "quorate_agent_data_state",
        "1 for the state that the data directory is in, 0 for the others.",
        page -> PulledMetrics.oneOf(DataState.values(), Optional.of(agent.get().data()), page),
        "state");
    metrics.gauge(
        "quorate_agent_etcd_process_state",
        "1 for the state that the etcd process is in, 0 for the others.",
        page ->
            PulledMetrics.oneOf(ProcessState.values(), Optional.of(agent.get().process()), page),
        "state");
    metrics.gauge(
        "quorate_agent_etcd_role",
        "1 for the role of the instance's own etcd, 0 for the others; none where it does not answer"
            + " or has no leader.",
        page ->
            PulledMetrics.oneOf(
                Role.values(), Optional.of(Role.of(agent.get().etcd().status())), page),
        "role");
    metrics.gauge(
        "quorate_agent_instruction",
        "1 for the kind of instruction that the agent carries out, 0 for the others.",
        page ->
            PulledMetrics.oneOf(
                CommandKind.of(Lane.MEMBERSHIP).toArray(CommandKind[]::new),
                agent.get().own().instruction(),
                page),
        "kind");
    flag(
        "quorate_agent_ready",
        "1 while the instance's own etcd should get traffic, as /readyz says.",
        snapshot -> snapshot.unready().isEmpty());
    flag(
        "quorate_agent_etcd_answers",
        "1 while the instance's own etcd answers.",
        snapshot -> snapshot.process() == ProcessState.ANSWERING);
    flag(
        "quorate_agent_quorum_proven",
        "1 while a linearizable read through the instance's own etcd succeeds.",
        snapshot -> snapshot.etcd().quorumProven());
    flag(
        "quorate_agent_interruption_announced",
        "1 once the cloud has said that it is about to take the instance.",
        snapshot -> snapshot.own().interrupted());
  }

  private void numbers() {
    ofEtcd(
        "quorate_agent_etcd_revision",
        "Revision of the instance's own etcd when it last answered.",
        MemberStatus::revision);
    ofEtcd(
        "quorate_agent_etcd_raft_term",
        "Raft term of the instance's own etcd when it last answered.",
        MemberStatus::raftTerm);
    ofEtcd(
        "quorate_agent_etcd_raft_index",
        "Raft index that the instance's own etcd knows to be committed.",
        MemberStatus::raftIndex);
    ofEtcd(
        "quorate_agent_etcd_raft_applied_index",
        "Raft index that the instance's own etcd has applied.",
        MemberStatus::raftAppliedIndex);
    ofEtcd(
        "quorate_agent_etcd_db_bytes",
        "Size of the database file of the instance's own etcd.",
        MemberStatus::dbSizeBytes);
    ofEtcd(
        "quorate_agent_etcd_db_in_use_bytes",
        "Bytes in use of the database file of the instance's own etcd.",
        MemberStatus::dbInUseBytes);
    metrics.gauge(
        "quorate_agent_etcd_alarm",
        "1 for each alarm that etcd has raised.",
        page ->
            agent.get().etcd().status().stream()
                .flatMap(status -> status.alarms().stream())
                .distinct()
                .forEach(alarm -> page.call(1, alarm)),
        "alarm");
  }

  private void cluster() {
    metrics.gauge(
        "quorate_agent_listed_members",
        "Members in the list that the instance's own etcd last gave after a linearizable read.",
        page ->
            agent
                .get()
                .etcd()
                .listed()
                .ifPresent(
                    listed -> {
                      page.call((double) listed.voters(), "voter");
                      page.call((double) listed.learners(), "learner");
                    }),
        "kind");
    number(
        "quorate_agent_silent_peers",
        "Other members that did not answer this agent's latest look.",
        snapshot -> Optional.of((double) snapshot.etcd().silentPeers()));
    number(
        "quorate_agent_generation",
        "Newest generation of the cluster that the agent has seen.",
        snapshot -> Optional.of((double) snapshot.own().generation()));
  }

  private void own() {
    number(
        "quorate_agent_report_age_seconds",
        "Seconds since this agent last wrote a heartbeat to the shared store, or since its start.",
        snapshot -> Optional.of(snapshot.own().reportAgeMillis() / 1e3));
    number(
        "quorate_agent_loop_age_seconds",
        "Seconds since the agent's loop last came round.",
        snapshot -> Optional.of(snapshot.own().loopAgeMillis() / 1e3));
  }

  private void ofEtcd(String name, String help, ToLongFunction<MemberStatus> value) {
    number(
        name,
        help,
        snapshot -> snapshot.etcd().status().map(status -> (double) value.applyAsLong(status)));
  }

  private void flag(String name, String help, Function<AgentSnapshot, Boolean> holds) {
    number(name, help, holds.andThen(PulledMetrics::yes).andThen(Optional::of));
  }

  private void number(String name, String help, Function<AgentSnapshot, Optional<Double>> value) {
    metrics.gauge(name, help, page -> value.apply(agent.get()).ifPresent(page::call));
  }
}
