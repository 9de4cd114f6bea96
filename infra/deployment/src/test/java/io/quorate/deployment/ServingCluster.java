package io.quorate.deployment;

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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What an apply, a bootstrap and the agents write of a cluster that serves on these instances, for
 * turns to run over without any etcd.
 */
final class ServingCluster {
  private static final Duration SILENT = Duration.ofHours(2);

  private final ClusterName name;
  private final ClusterUid uid;
  private final RecordStore store;
  private final List<InstanceId> instances;
  private final Bootstrap bootstrap;
  private final List<MemberEntry> members = new ArrayList<>();
  private final Set<InstanceId> silent = new HashSet<>();
  private long sequence = 100;

  ServingCluster(ClusterName name, RecordStore store, List<InstanceId> instances, Instant now) {
    this.name = name;
    this.uid = new ClusterUid("uid-" + name);
    this.store = store;
    this.instances = instances;
    List<InitialMember> voters = new ArrayList<>();
    for (int n = 0; n < instances.size(); n++) {
      MemberId member = EtcdIds.memberId(List.of(endpoints(n).peerUrl()), token());
      InstanceId instance = instances.get(n);
      voters.add(
          new InitialMember(instance, member, endpoints(n), "zone-" + n, "disk-" + instance));
      members.add(
          new MemberEntry(member, instance.value(), List.of(endpoints(n).peerUrl()), false));
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

  private String token() {
    return uid + "-1-n";
  }

  private static Endpoints endpoints(int n) {
    String host = "http://10.0.0." + (n + 1);
    return new Endpoints(host + ":2380", host + ":2379");
  }

  ClusterName name() {
    return name;
  }

  ClusterUid uid() {
    return uid;
  }

  /** Its group has its name. */
  String group() {
    return name.value();
  }

  List<InstanceId> instances() {
    return instances;
  }

  void put(String spec, Instant now) {
    ClusterSpec read = SpecReader.read(spec).orThrow();
    put(Keys.spec(name), Codecs.SPEC.write(new SpecRecord(read, uid, 1, now, "test")));
    put(
        Keys.lineage(name),
        Codecs.LINEAGE.write(Lineage.unbootstrapped(uid).committing(bootstrap).committed()));
    put(Keys.status(name), Codecs.STATUS.write(Status.initial().showing(Phase.HEALTHY, List.of())));
    put(Keys.fleet(name), Codecs.FLEET.write(new FleetEntry(name, uid, name.value(), true, now)));
    beat(now);
  }

  /** From now on this node writes nothing, and the others see its member inactive. */
  void silence(InstanceId instance) {
    silent.add(instance);
  }

  /** Each node that is not silent beats once more. */
  void beat(Instant now) {
    sequence++;
    for (int n = 0; n < instances.size(); n++) {
      if (!silent.contains(instances.get(n))) {
        put(Keys.node(name, instances.get(n)), Codecs.HEARTBEAT.write(heartbeat(n, now)));
      }
    }
  }

  Status status() {
    Key key = Keys.status(name);
    return Optional.ofNullable(store.read(List.of(key)).get(key))
        .map(item -> Codecs.STATUS.read(item.attributes(), "status"))
        .orElseThrow();
  }

  private Heartbeat heartbeat(int n, Instant now) {
    MemberId mine = members.get(n).id();
    InstanceId instance = instances.get(n);
    return new Heartbeat(
        name,
        instance,
        "zone-" + n,
        endpoints(n),
        "test",
        new AgentIncarnation("disk-" + instance, 1, "boot-" + instance),
        sequence,
        1 + silent.size(),
        Optional.of(
            new MemberIdentity(
                uid, Generation.FIRST, bootstrap.clusterId(), mine, "dir-" + instance)),
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
    boolean gone = silent.contains(new InstanceId(other.name()));
    return new PeerView(other.id(), gone ? SILENT.toMillis() : 0, !gone);
  }

  private void put(Key key, Map<String, Object> attributes) {
    if (!store.write(new Write.Put(new Item(key, attributes), Expect.anything())).written()) {
      throw new IllegalStateException(key + " was not put");
    }
  }
}
