package io.quorate.cli;

import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.MemberId;
import io.quorate.state.AgentIncarnation;
import io.quorate.state.DataState;
import io.quorate.state.Endpoints;
import io.quorate.state.EtcdRuns;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import io.quorate.state.NodeReport;
import io.quorate.state.PeerView;
import io.quorate.state.ProcessState;
import io.quorate.state.PutAside;
import io.quorate.state.Watermark;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A heartbeat of the node with a number; as it is, a serving member of three. */
public final class NodeSample {
  private final int number;
  private boolean identified = true;
  private DataState data = DataState.INTACT;
  private ProcessState process = ProcessState.ANSWERING;
  private boolean quorum = true;
  private boolean answers = true;
  private boolean learner;
  private Optional<MemberId> leader = Optional.of(Sample.member(1));
  private List<MemberEntry> members = initialMembers();
  private List<PeerView> peers = List.of();
  private long index = 5210;
  private Optional<String> currentStep = Optional.empty();
  private Optional<Instant> at = Optional.empty();
  private Optional<String> clientUrl = Optional.empty();
  private NodeReport report = NodeReport.NOTHING;

  private NodeSample(int number) {
    this.number = number;
  }

  public static NodeSample of(int number) {
    return new NodeSample(number);
  }

  public static List<MemberEntry> initialMembers() {
    return new ArrayList<>(IntStream.rangeClosed(1, 3).mapToObj(n -> entry(n, false)).toList());
  }

  public static MemberEntry entry(int n, boolean learner) {
    return new MemberEntry(
        Sample.member(n),
        Sample.instance(n).value(),
        List.of(Sample.endpoints(n).peerUrl()),
        learner);
  }

  public NodeSample unbootstrapped() {
    identified = false;
    members = List.of();
    return down(DataState.NONE, ProcessState.STOPPED);
  }

  public NodeSample down(DataState state, ProcessState run) {
    data = state;
    process = run;
    answers = false;
    quorum = false;
    return this;
  }

  /** Its etcd goes on without this data. */
  public NodeSample inMemory(DataState state) {
    data = state;
    return this;
  }

  public NodeSample withoutQuorum() {
    quorum = false;
    leader = Optional.empty();
    return this;
  }

  public NodeSample learner() {
    learner = true;
    quorum = false;
    return this;
  }

  public NodeSample members(List<MemberEntry> list) {
    members = list;
    return this;
  }

  /** It has not heard from the member with this number for a while. */
  public NodeSample missing(int other, Duration time) {
    peers = List.of(new PeerView(Sample.member(other), time.toMillis(), false));
    return this;
  }

  public NodeSample index(long applied) {
    index = applied;
    return this;
  }

  public NodeSample currentStep(String step) {
    currentStep = Optional.of(step);
    return this;
  }

  public NodeSample at(Instant when) {
    at = Optional.of(when);
    return this;
  }

  public NodeSample clientUrl(String url) {
    clientUrl = Optional.of(url);
    return this;
  }

  public NodeSample puttingAside(long directories, long bytes) {
    report = report.puttingAside(new PutAside(directories, bytes, List.of()));
    return this;
  }

  public Heartbeat build() {
    return new Heartbeat(
        Sample.DEMO,
        Sample.instance(number),
        Sample.zone(number),
        clientUrl
            .map(url -> new Endpoints(Sample.endpoints(number).peerUrl(), url))
            .orElse(Sample.endpoints(number)),
        "0.1.0",
        new AgentIncarnation("disk-" + number, 1, "boot-" + number),
        410 + number,
        7,
        identified ? Optional.of(identity()) : Optional.empty(),
        data,
        Watermark.NONE,
        process,
        Optional.empty(),
        EtcdRuns.UNTOLD,
        answers ? Optional.of(status()) : Optional.empty(),
        quorum,
        members,
        peers,
        identified ? Generation.FIRST : Generation.UNBOOTSTRAPPED,
        new FencingToken(4),
        Optional.empty(),
        currentStep,
        Optional.empty(),
        report,
        at.orElse(Sample.NOW.minusSeconds(number)));
  }

  private MemberIdentity identity() {
    return new MemberIdentity(
        Sample.UID, Generation.FIRST, Sample.CLUSTER_ID, Sample.member(number), "dir-" + number);
  }

  private MemberStatus status() {
    return new MemberStatus(
        Sample.member(number),
        Sample.CLUSTER_ID,
        leader,
        learner,
        index - 6,
        4,
        index,
        index,
        2_252_800,
        1_000_000,
        "3.5.30",
        List.of());
  }
}
