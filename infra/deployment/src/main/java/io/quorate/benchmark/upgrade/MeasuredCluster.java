package io.quorate.benchmark.upgrade;

import io.quorate.benchmark.AtRest;
import io.quorate.benchmark.Measurements;
import io.quorate.benchmark.Stopwatch;
import io.quorate.benchmark.WriteGap;
import io.quorate.deployment.Etcd;
import io.quorate.deployment.EtcdAccess;
import io.quorate.deployment.tour.FoundReleases.Change;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/** A cluster under a writer, and what is measured of it, whoever changes its release. */
final class MeasuredCluster {
  /** Within which a roll-out ends, and each part of it. */
  static final Duration PATIENCE = Duration.ofMinutes(15);

  /** Who changes the release of all members. */
  interface Operator {
    /** Does it; comes back when it is over. */
    void change(Change change, Changeover members) throws IOException, InterruptedException;
  }

  private final String who;
  private final EtcdAccess access;
  private final List<Etcd> members;
  private final Measurements into;

  /** These members, whose figures begin with who changes them. */
  MeasuredCluster(String who, EtcdAccess access, List<Etcd> members, Measurements into) {
    this.who = who;
    this.access = access;
    this.members = List.copyOf(members);
    this.into = into;
  }

  /** For how long a writer at the leader waits when it hands over, and nothing else happens. */
  void moveLeader() {
    try (WriteGap writes = writer()) {
      List<Etcd> ordered = leaderFirst();
      ordered.getFirst().moveLeader(ordered.getLast().memberId());
      AtRest.await();
      into.add(who + " " + UpgradeReport.LEADER_MOVE, writes.longestMillis());
    }
  }

  /** Measures one change of all members. */
  void change(Change change, Operator operator) throws IOException, InterruptedException {
    try (WriteGap writes = writer();
        Changeover changeover = new Changeover(members, change.to())) {
      Stopwatch watch = new Stopwatch();
      operator.change(change, changeover);
      double took = watch.until("all members on " + change.to(), PATIENCE, changeover::over);
      AtRest.await();
      String figure = who + " " + change + ", ";
      into.add(figure + UpgradeReport.MEMBER, changeover.member());
      into.add(figure + UpgradeReport.ALL, changeover.all());
      into.add(figure + UpgradeReport.ROLL_OUT, took);
      into.add(figure + UpgradeReport.GAP, writes.longestMillis());
    }
    if (change.from().olderLineThan(change.to())) {
      awaitFilesOf(change.to().line());
    }
  }

  /** Waits until every member writes its files by this release line. */
  void awaitFilesOf(String line) {
    new Stopwatch()
        .until(
            "files of " + line,
            PATIENCE,
            () ->
                members.stream()
                    .allMatch(
                        member ->
                            member
                                .storageVersion()
                                .filter(version -> version.startsWith(line + "."))
                                .isPresent()));
  }

  /** One that keeps to the leader until a write fails, in a cluster at rest. */
  private WriteGap writer() {
    WriteGap writes = new WriteGap(access, leaderFirst().stream().map(Etcd::clientUrl).toList());
    AtRest.await();
    writes.mark();
    return writes;
  }

  private List<Etcd> leaderFirst() {
    return members.stream().sorted(Comparator.comparing(member -> !member.leads())).toList();
  }
}
