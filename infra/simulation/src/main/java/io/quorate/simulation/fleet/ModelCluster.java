package io.quorate.simulation.fleet;

import io.quorate.codec.Codecs;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdIds;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.SpecReader;
import io.quorate.state.AgentIncarnation;
import io.quorate.state.Bootstrap;
import io.quorate.state.DataState;
import io.quorate.state.Endpoints;
import io.quorate.state.EtcdRuns;
import io.quorate.state.FleetEntry;
import io.quorate.state.Heartbeat;
import io.quorate.state.InitialMember;
import io.quorate.state.Lineage;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import io.quorate.state.NodeReport;
import io.quorate.state.PeerView;
import io.quorate.state.Phase;
import io.quorate.state.ProcessState;
import io.quorate.state.SpecRecord;
import io.quorate.state.Status;
import io.quorate.state.Watermark;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The records of one cluster of three voters at rest, and what its agents write. */
final class ModelCluster {
  private static final int VOTERS = 3;
  private static final long SILENT_MILLIS = 600_000;

  private final ClusterName name;
  private final int number;
  private final ClusterUid uid;
  private final Bootstrap bootstrap;
  private final List<MemberEntry> members = new ArrayList<>();
  private Optional<InstanceId> lost = Optional.empty();
  private long sequence = 100;

  ModelCluster(int number, Instant now) {
    this.number = number;
    this.name = new ClusterName("cluster-" + number);
    this.uid = new ClusterUid("uid-" + number);
    List<InitialMember> voters = new ArrayList<>();
    for (int n = 0; n < VOTERS; n++) {
      MemberId member = EtcdIds.memberId(List.of(endpoints(n).peerUrl()), token());
      voters.add(
          new InitialMember(instance(n), member, endpoints(n), "zone-" + n, "disk-" + instance(n)));
      members.add(
          new MemberEntry(member, instance(n).value(), List.of(endpoints(n).peerUrl()), false));
    }
    this.bootstrap =
        new Bootstrap(
            Generation.FIRST,
            token(),
            EtcdIds.clusterId(voters.stream().map(InitialMember::memberId).toList()),
            voters,
            "n",
            now);
  }

  ClusterName name() {
    return name;
  }

  String group() {
    return name.value();
  }

  List<InstanceId> instances() {
    return bootstrap.voters().stream().map(InitialMember::instance).toList();
  }

  /** The instance that its zone took with it. */
  Optional<InstanceId> lost() {
    return lost;
  }

  void loseOne() {
    lost = Optional.of(instance(VOTERS - 1));
  }

  private String token() {
    return uid + "-1-n";
  }

  private InstanceId instance(int n) {
    return new InstanceId("i-%08x%d".formatted(number, n));
  }

  private Endpoints endpoints(int n) {
    String host = "http://10.%d.%d.%d".formatted(number / 250 % 250, number % 250, n + 1);
    return new Endpoints(host + ":2380", host + ":2379");
  }

  /** What an apply and the bootstrap have written. */
  void put(RecordStore store, Instant now) {
    ClusterSpec spec =
        SpecReader.read(
                "name: %s\netcd:\n  version: 3.5\nsnapshots: {interval: off}\nmaintenance: {compareData: off}\n"
                    .formatted(name))
            .orThrow();
    put(store, Keys.spec(name), Codecs.SPEC.write(new SpecRecord(spec, uid, 1, now, "fleet")));
    put(
        store,
        Keys.lineage(name),
        Codecs.LINEAGE.write(Lineage.unbootstrapped(uid).committing(bootstrap).committed()));
    put(
        store,
        Keys.status(name),
        Codecs.STATUS.write(Status.initial().showing(Phase.HEALTHY, List.of())));
    put(store, Keys.fleet(name), Codecs.FLEET.write(new FleetEntry(name, uid, group(), true, now)));
  }

  /** Each living node beats once more. */
  void beat(RecordStore store, Instant now) {
    sequence++;
    for (int n = 0; n < VOTERS; n++) {
      if (!lost.equals(Optional.of(instance(n)))) {
        put(store, Keys.node(name, instance(n)), Codecs.HEARTBEAT.write(heartbeat(n, now)));
      }
    }
  }

  private Heartbeat heartbeat(int n, Instant now) {
    MemberId mine = members.get(n).id();
    return new Heartbeat(
        name,
        instance(n),
        "zone-" + n,
        endpoints(n),
        "fleet",
        new AgentIncarnation("disk-" + instance(n), 1, "boot-" + instance(n)),
        sequence,
        lost.isPresent() ? 2 : 1,
        Optional.of(
            new MemberIdentity(
                uid, Generation.FIRST, bootstrap.clusterId(), mine, "dir-" + instance(n))),
        DataState.INTACT,
        new Watermark(2, 60),
        ProcessState.ANSWERING,
        Optional.empty(),
        EtcdRuns.UNTOLD,
        Optional.of(
            new MemberStatus(
                mine,
                bootstrap.clusterId(),
                Optional.of(members.getFirst().id()),
                false,
                50,
                2,
                60,
                60,
                4096,
                2048,
                "3.5.30",
                List.of())),
        true,
        members,
        members.stream().filter(other -> !other.id().equals(mine)).map(this::seen).toList(),
        Generation.FIRST,
        FencingToken.NONE,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        NodeReport.NOTHING,
        now);
  }

  private PeerView seen(MemberEntry other) {
    boolean gone = lost.filter(id -> id.value().equals(other.name())).isPresent();
    return new PeerView(other.id(), gone ? SILENT_MILLIS : 0, !gone);
  }

  /** Whether the removal of the member that was lost was told. */
  boolean removalTold(RecordStore store) {
    Key key = Keys.status(name);
    return Optional.ofNullable(store.read(List.of(key)).get(key))
        .map(item -> Codecs.STATUS.read(item.attributes(), "status"))
        .flatMap(Status::operation)
        .isPresent();
  }

  private static void put(RecordStore store, Key key, Map<String, Object> attributes) {
    if (!store.write(new Write.Put(new Item(key, attributes), Expect.anything())).written()) {
      throw new IllegalStateException(key + " was not put");
    }
  }
}
