package io.quorate.deployment.tour;

import io.quorate.deployment.Etcd;
import io.quorate.deployment.tour.TourStep.Expectation;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.ProcessTarget;
import io.quorate.model.MemberId;
import io.quorate.state.ComparisonRound.Result;
import io.quorate.state.Condition;
import io.quorate.state.GenerationSource;
import io.quorate.state.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the tour does, in its order; later capabilities add their steps. */
final class TourSteps {
  private static final Pattern SNAPSHOT = Pattern.compile("\\d{8}T\\d{6}Z-g\\d+-[0-9a-f]{4}");

  private static final Pattern HASH = Pattern.compile("\"hash\"\\s*:\\s*\"([0-9a-f]{12})\"");

  /** An address for documentation: nobody listens there. */
  private static final String NOWHERE = "https://192.0.2.1:2380";

  /** A quarter of what EC2 gives. */
  private static final Duration NOTICE = Duration.ofMinutes(10);

  private TourSteps() {}

  /**
   * All steps on a healthy cluster of so many members.
   *
   * @param releases what its etcd may be upgraded to
   */
  static List<TourStep> all(int members, FoundReleases releases) {
    List<TourStep> steps =
        new ArrayList<>(
            List.of(
                TourStep.of("write and read through every member", TourSteps::useEveryMember),
                TourStep.of("kill -9 an etcd", TourSteps::killEtcd),
                TourStep.of("kill -9 an agent", TourSteps::killAgent),
                TourStep.of("kill -9 agent and etcd of the leader", TourSteps::killBoth),
                TourStep.of("kill -9 two etcds", TourSteps::killTwo),
                TourStep.of("delete a data directory", TourSteps::wipe),
                TourStep.of("damage pages of a database", TourSteps::damagePages),
                TourStep.of("change one byte of a value on a disk", TourSteps::changeByte),
                TourStep.of("change a voter's peer URL by hand", TourSteps::changePeerUrl),
                TourStep.of("add a voter by hand that never starts", TourSteps::addGhost)));
    steps.addAll(new QuotaSteps().all());
    steps.addAll(
        List.of(
            TourStep.of("terminate the leader's instance", TourSteps::terminate),
            TourStep.of("grow by two members", cluster -> resize(cluster, members + 2, members)),
            TourStep.of("shrink by two, the leader first", TourSteps::shrinkByTheLeader),
            TourStep.of("shrink to one member", cluster -> resize(cluster, 1, members)),
            TourStep.of("grow again", cluster -> resize(cluster, members, members)),
            TourStep.of("spot warning for the leader", TourSteps::interrupt),
            TourStep.of("take a snapshot and restore it", TourSteps::snapshot),
            TourStep.of("freeze agent and etcd of an instance", TourSteps::hang)));
    steps.addAll(new UpgradeSteps(releases).all());
    steps.addAll(NodeSteps.all());
    steps.addAll(
        List.of(
            TourStep.of("hibernate and come back", cluster -> hibernate(cluster, members)),
            TourStep.of("roll back to a snapshot", TourSteps::rollBack),
            TourStep.of("terminate a majority at EC2", TourSteps::loseQuorum),
            TourStep.of("terminate every instance at EC2", TourSteps::loseEverything)));
    return List.copyOf(steps);
  }

  /** Those, in their order, whose name contains one of these texts; without a text all. */
  static List<TourStep> chosen(int members, FoundReleases releases, List<String> texts) {
    return all(members, releases).stream()
        .filter(step -> texts.isEmpty() || texts.stream().anyMatch(step.name()::contains))
        .toList();
  }

  /** What is wrong with such texts: one stands in no step's name. */
  static Optional<String> unknown(int members, FoundReleases releases, List<String> texts) {
    List<String> names = all(members, releases).stream().map(TourStep::name).toList();
    return texts.stream()
        .filter(text -> names.stream().noneMatch(name -> name.contains(text)))
        .findFirst()
        .map(
            text ->
                "no step of the tour is named '%s'; expected a part of one of these names:\n  %s"
                    .formatted(text, String.join("\n  ", names)));
  }

  private static Expectation useEveryMember(LiveCluster cluster) {
    for (InstanceView writer : cluster.running()) {
      String key = "tour-member/" + writer.id();
      cluster.etcd(writer).put(key, writer.zone());
      for (InstanceView reader : cluster.running()) {
        Map<String, String> read = cluster.etcd(reader).range(key);
        if (!writer.zone().equals(read.get(key))) {
          throw new IllegalStateException(
              "read " + read + " through " + reader.id() + ", expected " + writer.zone());
        }
      }
    }
    return Expectation.NOTHING_BROKEN;
  }

  private static Expectation killEtcd(LiveCluster cluster) {
    Breakage broken = Breakage.of(cluster, cluster.follower().orElseThrow());
    broken.kill(ProcessTarget.OTHERS);
    return new Expectation(broken::noticed, broken::sameMembersOnOtherProcesses);
  }

  private static Expectation killAgent(LiveCluster cluster) {
    Breakage broken = Breakage.of(cluster, cluster.follower().orElseThrow());
    broken.kill(ProcessTarget.AGENT);
    return new Expectation(broken::noticed, broken::sameEtcdUnderAnotherAgent);
  }

  private static Expectation killBoth(LiveCluster cluster) {
    Breakage broken = Breakage.of(cluster, cluster.leader().orElseThrow());
    broken.kill(ProcessTarget.ALL);
    return new Expectation(broken::noticed, broken::sameMembersOnOtherProcesses);
  }

  private static Expectation killTwo(LiveCluster cluster) {
    Breakage broken =
        Breakage.of(cluster, cluster.leader().orElseThrow(), cluster.follower().orElseThrow());
    broken.kill(ProcessTarget.OTHERS);
    return new Expectation(broken::noticed, broken::sameMembersOnOtherProcesses);
  }

  private static Expectation wipe(LiveCluster cluster) throws java.io.IOException {
    Breakage broken = Breakage.of(cluster, cluster.follower().orElseThrow());
    broken.wipe();
    return new Expectation(broken::noticed, broken::otherMembers);
  }

  private static Expectation damagePages(LiveCluster cluster)
      throws java.io.IOException, InterruptedException {
    Breakage broken = Breakage.of(cluster, cluster.follower().orElseThrow());
    broken.damagePages();
    return new Expectation(broken::noticed, broken::otherMembers);
  }

  /**
   * All are compared before, for only who was equal then counts for a majority. The comparison
   * takes longer than etcd keeps the value out of its database.
   */
  private static Expectation changeByte(LiveCluster cluster)
      throws java.io.IOException, InterruptedException {
    String name = cluster.name().value();
    String key = "tour-byte";
    String value = UUID.randomUUID().toString();
    InstanceView victim = cluster.follower().orElseThrow();
    cluster.etcd(victim).put(key, value);
    cluster.quorate("compare", name, "--wait");
    Breakage broken = Breakage.of(cluster, victim);
    long since = System.nanoTime();
    broken.changeByte(value);
    cluster.quorate("compare", name);
    return new Expectation(
            () -> differs(cluster, victim),
            () ->
                broken.otherMembers()
                    && comparedEqual(cluster)
                    && readsEverywhere(cluster, key, value))
        .since(since);
  }

  private static boolean differs(LiveCluster cluster, InstanceView victim) {
    return cluster.status().conditions().stream()
        .filter(condition -> condition.type() == Condition.Type.DATA_DIFFERS)
        .anyMatch(
            condition ->
                condition.message().contains("Differing from a majority: " + victim.id() + "."));
  }

  /** Whether the last comparison was one of all members that are listed now, and found no two. */
  private static boolean comparedEqual(LiveCluster cluster) {
    Set<String> listed = cluster.etcd(cluster.running().getFirst()).members().keySet();
    return cluster
        .status()
        .tasks()
        .comparison()
        .last()
        .filter(round -> round.result().filter(Result.EQUAL::equals).isPresent())
        .filter(
            round ->
                round.voters().keySet().stream()
                    .map(MemberId::toString)
                    .collect(Collectors.toSet())
                    .equals(listed))
        .isPresent();
  }

  private static boolean readsEverywhere(LiveCluster cluster, String key, String value) {
    return cluster.running().stream()
        .allMatch(view -> value.equals(cluster.etcd(view).range(key).get(key)));
  }

  private static Expectation changePeerUrl(LiveCluster cluster) {
    Etcd etcd = cluster.etcd(cluster.follower().orElseThrow());
    String member = etcd.memberId();
    List<String> before = etcd.peerUrls(member);
    etcd.updateMember(member, NOWHERE);
    return new Expectation(Optional.empty(), () -> before.equals(etcd.peerUrls(member)), 0);
  }

  /** It is removed as the condition says; Quorate itself waits for the join deadline. */
  private static Expectation addGhost(LiveCluster cluster) {
    Etcd etcd = cluster.etcd(cluster.leader().orElseThrow());
    String ghost = etcd.addVoter(NOWHERE);
    return new Expectation(
        () -> isNamed(cluster, ghost),
        () ->
            !etcd.members().containsKey(ghost)
                || (isNamed(cluster, ghost) && !etcd.removeMember(ghost)));
  }

  private static boolean isNamed(LiveCluster cluster, String member) {
    return cluster.status().conditions().stream()
        .filter(condition -> condition.type() == Condition.Type.MEMBER_NEVER_STARTED)
        .anyMatch(condition -> condition.message().contains("etcdctl member remove " + member));
  }

  private static Expectation terminate(LiveCluster cluster) {
    InstanceView victim = cluster.leader().orElseThrow();
    Breakage broken = Breakage.of(cluster, victim);
    cluster.group().terminate(victim);
    return new Expectation(broken::noticed, broken::replaced);
  }

  private static Expectation resize(LiveCluster cluster, int desired, int members) {
    cluster.group().resize(desired);
    return Expectation.resized(desired - members);
  }

  /** Nobody is left once it is detected. */
  private static Expectation hibernate(LiveCluster cluster, int members) {
    Optional<GenerationSource> before = cluster.restoredFrom();
    cluster.group().resize(0);
    return new Expectation(
            () -> cluster.status().phase() == Phase.HIBERNATED && cluster.running().isEmpty(),
            () -> !cluster.restoredFrom().equals(before))
        .remedied(() -> cluster.group().resize(members));
  }

  /** Of the two that go the group itself names the leader; the other is the controller's choice. */
  private static Expectation shrinkByTheLeader(LiveCluster cluster) {
    InstanceView leader = cluster.leader().orElseThrow();
    Breakage gone = Breakage.of(cluster, leader);
    int before = cluster.running().size();
    cluster.group().scaleIn(leader);
    cluster.group().resize(before - 2);
    return new Expectation(Optional.empty(), gone::replaced, 0);
  }

  /** Its member leaves first; then its instance is replaced, and nobody waits for the notice. */
  private static Expectation interrupt(LiveCluster cluster) {
    InstanceView leader = cluster.leader().orElseThrow();
    Breakage gone = Breakage.of(cluster, leader);
    cluster.deployment().instances().interrupt(leader.id(), "terminate", NOTICE);
    return new Expectation(gone::leftBeforeTheEnd, gone::replaced);
  }

  /** What is verified has been restored in isolation and compared. */
  private static Expectation snapshot(LiveCluster cluster)
      throws java.io.IOException, InterruptedException {
    takeVerified(cluster);
    return Expectation.NOTHING_BROKEN;
  }

  private static String takeVerified(LiveCluster cluster)
      throws java.io.IOException, InterruptedException {
    String taken = cluster.quorate("snapshot", "take", cluster.name().value(), "--wait");
    Matcher id = SNAPSHOT.matcher(taken);
    if (!id.find()) {
      throw new IllegalStateException("quorate snapshot take named no snapshot: " + taken);
    }
    cluster.quorate("snapshot", "verify", cluster.name().value(), id.group(), "--wait");
    return id.group();
  }

  /** The plan's hash is given back, as an operator would. */
  private static Expectation rollBack(LiveCluster cluster)
      throws java.io.IOException, InterruptedException {
    Optional<GenerationSource> before = cluster.restoredFrom();
    String name = cluster.name().value();
    String id = takeVerified(cluster);
    String plan = cluster.quorate("restore", name, "--snapshot", id, "--output", "json");
    Matcher hash = HASH.matcher(plan);
    if (!hash.find()) {
      throw new IllegalStateException("quorate restore named no hash: " + plan);
    }
    cluster.quorate("restore", name, "--snapshot", id, "--hash", hash.group(1), "--wait");
    return new Expectation(Optional.empty(), () -> !cluster.restoredFrom().equals(before), 0);
  }

  private static Expectation hang(LiveCluster cluster) {
    Breakage broken = Breakage.of(cluster, cluster.follower().orElseThrow());
    broken.freeze();
    return new Expectation(broken::noticed, broken::replaced);
  }

  /** What is left is fewer than a quorum; its disk holds every acknowledged write. */
  private static Expectation loseQuorum(LiveCluster cluster) {
    List<InstanceView> all = cluster.running();
    return lose(cluster, all.subList(0, all.size() / 2 + 1));
  }

  /** The newest snapshot is restored; at the end of the tour the writes are compared with it. */
  private static Expectation loseEverything(LiveCluster cluster) {
    return lose(cluster, cluster.running());
  }

  private static Expectation lose(LiveCluster cluster, List<InstanceView> victims) {
    Optional<GenerationSource> before = cluster.restoredFrom();
    Breakage broken = Breakage.of(cluster, victims.toArray(InstanceView[]::new));
    cluster.terminateAtEc2(victims);
    return new Expectation(
        broken::noticed, () -> !cluster.restoredFrom().equals(before) && broken.replaced());
  }
}
