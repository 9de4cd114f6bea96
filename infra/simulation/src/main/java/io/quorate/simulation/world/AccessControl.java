package io.quorate.simulation.world;

import io.quorate.auth.AccessMode;
import io.quorate.auth.AuthChange;
import io.quorate.auth.KeyRange;
import io.quorate.codec.Codecs;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.etcdmodel.Call;
import io.quorate.etcdmodel.Member;
import io.quorate.simulation.faults.Knob;
import io.quorate.simulation.node.SimFleet;
import io.quorate.spec.AuthSettings;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What operators ask for a cluster's users and roles, and what somebody changes by hand. */
public final class AccessControl {
  /** The user that the cluster's clients are. */
  static final String CLIENT = "app";

  private static final String OPERATOR = "from://operator:0";
  private static final long CALL_MILLIS = 8_000;

  /** A call may come late, and a member that was cut off applies it later than others. */
  private static final long BY_HAND_MILLIS = 180_000;

  private static final Map<String, Object> CERTIFICATES =
      Map.of(
          "mode",
          "files",
          "clients",
          "required",
          "files",
          Map.of(
              "peerCertificate", "/etc/tls/peer.pem",
              "peerKey", "/etc/tls/peer.key",
              "peerCa", "/etc/tls/peer-ca.pem",
              "certificate", "/etc/tls/server.pem",
              "key", "/etc/tls/server.key",
              "clientCa", "/etc/tls/client-ca.pem"));

  private final SimWorld world;
  private final SimCluster simCluster;
  private Optional<Integer> section;
  private boolean byHand;
  private long byHandUntil;
  private Optional<Item> read = Optional.empty();
  private Optional<AuthSettings> asked = Optional.empty();

  AccessControl(SimWorld world, SimCluster simCluster) {
    this.world = world;
    this.simCluster = simCluster;
    section = world.scenario().knob(Knob.AUTH) == 1 ? Optional.of(0) : Optional.empty();
  }

  /** Whether the cluster has certificates, and may have users and roles. */
  public boolean possible() {
    return world.scenario().knob(Knob.AUTH) > 0;
  }

  /** Whether somebody ever changed users or roles by hand. */
  public boolean byHand() {
    return byHand;
  }

  /** Whether what changes now may be of somebody's hand. */
  public boolean lately() {
    return world.scheduler().now() < byHandUntil;
  }

  /** The section that the table has now; empty where there is none that can be read. */
  @SuppressWarnings("ReferenceEquality") // An equal item would have to be compared first.
  public Optional<AuthSettings> asked() {
    Key key = Keys.spec(simCluster.name());
    Optional<Item> now = Optional.ofNullable(world.store().tables().read(List.of(key)).get(key));
    if (now.isEmpty() || read.isEmpty() || now.get() != read.get()) {
      read = now;
      asked = now.flatMap(AccessControl::auth);
    }
    return asked;
  }

  private static Optional<AuthSettings> auth(Item item) {
    try {
      return Codecs.SPEC.read(item.attributes(), "spec").spec().auth();
    } catch (UnreadableRecordException e) {
      return Optional.empty();
    }
  }

  /** The fields of the spec. */
  void put(Map<String, Object> fields) {
    if (possible()) {
      fields.put("tls", CERTIFICATES);
      section.ifPresent(variant -> fields.put("auth", AuthSections.section(variant)));
    }
  }

  /** From now on the spec has this section. */
  void section(int variant) {
    section = Optional.of(variant);
  }

  /**
   * Somebody switches it off, or gives what no section does; the leader is asked, as an agent.
   *
   * @param how which of them
   */
  public String changeByHand(int how) {
    List<AuthChange> changes =
        switch (Math.floorMod(how, 3)) {
          case 0 -> List.of(new AuthChange.Disable());
          case 1 -> List.of(new AuthChange.AddUser("guest"));
          default ->
              List.of(
                  new AuthChange.Grant("app", KeyRange.prefix("v"), AccessMode.READ),
                  new AuthChange.Grant("app", KeyRange.prefix("w"), AccessMode.READWRITE));
        };
    Optional<Member> leader =
        simCluster.leader().stream()
            .flatMap(
                leads ->
                    leads.members().stream()
                        .filter(member -> member.id().equals(leads.member()) && member.started()))
            .findFirst();
    leader.ifPresent(member -> changes.forEach(change -> make(member.clientUrl(), change)));
    byHand |= leader.isPresent();
    byHandUntil = world.scheduler().now() + BY_HAND_MILLIS;
    return leader.map(member -> changes + " at " + member.clientUrl()).orElse("");
  }

  private void make(String url, AuthChange change) {
    world
        .etcd()
        .call(
            OPERATOR,
            SimFleet.AGENT,
            url,
            new Call.ChangeAuth(change),
            world.etcd().now() + CALL_MILLIS,
            outcome ->
                world.tell(
                    "operator", change.words() + " at " + simCluster.name() + ": " + outcome));
  }
}
