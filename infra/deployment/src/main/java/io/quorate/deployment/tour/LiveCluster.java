package io.quorate.deployment.tour;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.grpc.netty.GrpcSslContexts;
import io.quorate.deployment.Clusters;
import io.quorate.deployment.Etcd;
import io.quorate.deployment.EtcdAccess;
import io.quorate.deployment.Group;
import io.quorate.deployment.LocalDeployment;
import io.quorate.localcloud.instance.Ec2State;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.model.ClusterName;
import io.quorate.state.Bootstrap;
import io.quorate.state.Condition;
import io.quorate.state.GenerationSource;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.MemberStatus;
import io.quorate.state.NodeSpace;
import io.quorate.state.Phase;
import io.quorate.state.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.ec2.Ec2Client;

/** A running cluster as the records, EC2 and the etcds themselves show it. */
public final class LiveCluster {
  private final LocalDeployment deployment;
  private final Clusters clusters;
  private final ClusterName name;
  private final Command command;
  private final Callers callers;
  private final String address;

  /** The command {@code quorate}. */
  public interface Command {
    /**
     * Runs it with these arguments.
     *
     * @return what it printed
     * @throws IOException when its exit code is not 0
     */
    String run(List<String> arguments) throws IOException, InterruptedException;
  }

  /**
   * A running cluster.
   *
   * @param callers who calls its members
   * @param address host and port in front of the members, which stay
   * @param command what operates it
   */
  public LiveCluster(
      LocalDeployment deployment,
      ClusterName name,
      Callers callers,
      String address,
      Command command) {
    this.callers = callers;
    this.address = address;
    this.deployment = deployment;
    this.clusters = new Clusters(deployment);
    this.name = name;
    this.command = command;
  }

  /** Runs {@code quorate} as a user would. */
  String quorate(String... arguments) throws IOException, InterruptedException {
    return command.run(List.of(arguments));
  }

  /** The spec that is in force, every field, as YAML. */
  String spec() throws IOException, InterruptedException {
    return quorate("get", name.value());
  }

  /** Applies a spec as a user would. */
  void apply(String spec) throws IOException, InterruptedException {
    Path file = deployment.config().home().resolve("tour.yaml");
    Files.writeString(file, spec);
    quorate("apply", "--file", file.toString());
  }

  /** Whether the controller tells this condition. */
  boolean tells(Condition.Type type) {
    return status().conditions().stream().anyMatch(condition -> condition.type() == type);
  }

  /** Its group, as a user changes it. */
  Group group() {
    return new Group(deployment, name);
  }

  /** Ends instances at EC2, all with one request: no lifecycle hook holds them. */
  void terminateAtEc2(List<InstanceView> victims) {
    try (Ec2Client ec2 = deployment.clients().ec2()) {
      ec2.terminateInstances(
          request -> request.instanceIds(victims.stream().map(InstanceView::id).toList()));
    }
  }

  LocalDeployment deployment() {
    return deployment;
  }

  ClusterName name() {
    return name;
  }

  Status status() {
    return clusters.status(name).orElseThrow();
  }

  /** What the generation that serves was restored from; empty while it began empty. */
  Optional<GenerationSource> restoredFrom() {
    return clusters.lineage(name).flatMap(Lineage::bootstrap).flatMap(Bootstrap::source);
  }

  List<Heartbeat> heartbeats() {
    return clusters.heartbeats(name);
  }

  Optional<Heartbeat> heartbeat(String instance) {
    return heartbeats().stream()
        .filter(beat -> beat.instance().value().equals(instance))
        .findFirst();
  }

  /** Every instance that EC2 calls running, whatever its processes do. */
  List<InstanceView> running() {
    return deployment.instances().describe().stream()
        .filter(view -> view.state() == Ec2State.RUNNING)
        .toList();
  }

  /** The member of an instance, as who may do everything calls it. */
  Etcd etcd(InstanceView instance) {
    return access().etcd(access().url(instance));
  }

  /** All members, by the ids of their instances, as the application calls them. */
  Map<String, Etcd> ofApplication() {
    return running().stream()
        .collect(
            Collectors.toMap(
                InstanceView::id, view -> callers.application().etcd(access().url(view))));
  }

  /**
   * jetcd's client, as the application has one, at the address that stays. etcd ends the connection
   * of a client that pings it without a call, and jetcd's watch does not always survive that: its
   * issues 1041 and 1075 give this setting.
   */
  Client client() throws IOException {
    ClientBuilder builder =
        Client.builder()
            .endpoints(url())
            .keepaliveWithoutCalls(false)
            .retryMaxDuration(Duration.ofSeconds(1));
    Optional<EtcdAccess.ClientFiles> files = callers.application().files();
    if (files.isPresent()) {
      builder.sslContext(
          GrpcSslContexts.forClient()
              .trustManager(files.get().ca().toFile())
              .keyManager(files.get().certificate().toFile(), files.get().key().toFile())
              .build());
    }
    return builder.build();
  }

  /** Where clients reach it, whatever happens to its members. */
  String url() {
    return access().url(address);
  }

  /** How who may do everything calls it. */
  EtcdAccess access() {
    return callers.operator();
  }

  /** Who calls it. */
  Callers callers() {
    return callers;
  }

  /** The instance whose member leads, by the newest heartbeats. */
  Optional<InstanceView> leader() {
    Status status = status();
    return heartbeats().stream()
        .filter(beat -> beat.status().filter(MemberStatus::leads).isPresent())
        .filter(beat -> !status.terminated(beat.instance()))
        .findFirst()
        .flatMap(beat -> deployment.instances().find(beat.instance().value()));
  }

  /** The client URL of the member that leads. */
  String leaderUrl() {
    return access().url(leader().orElseThrow());
  }

  /** With which quota the etcd of each running instance was started; 0 where it is not told. */
  List<Long> quotas() {
    return running().stream()
        .map(view -> heartbeat(view.id()).flatMap(beat -> beat.report().space()))
        .map(space -> space.map(NodeSpace::quotaBytes).orElse(0L))
        .toList();
  }

  /** How large the database of each running instance is, as its etcd says. */
  List<Long> databaseBytes() {
    return running().stream().map(view -> etcd(view).databaseBytes()).toList();
  }

  /** An instance whose member does not lead. */
  Optional<InstanceView> follower() {
    return leader()
        .flatMap(
            leads -> running().stream().filter(view -> !view.id().equals(leads.id())).findFirst());
  }

  /**
   * Whether so many members serve, the controller calls the cluster healthy, and each etcd says so
   * itself: records alone may be older than what was just broken.
   */
  boolean healthy(int members) {
    Status status = status();
    return status.phase() == Phase.HEALTHY
        && status.operation().isEmpty()
        && running().size() == members
        && running().stream().allMatch(view -> servesAmong(view, members));
  }

  private boolean servesAmong(InstanceView instance, int members) {
    return heartbeat(instance.id()).filter(Heartbeat::serving).isPresent()
        && knowsVoters(instance, members);
  }

  private boolean knowsVoters(InstanceView instance, int members) {
    try {
      Map<String, String> known = etcd(instance).members();
      return known.size() == members
          && known.containsValue(instance.id())
          && known.values().stream().noneMatch(member -> member.endsWith("(learner)"));
    } catch (UncheckedIOException e) {
      return false;
    }
  }
}
