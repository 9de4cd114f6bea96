package io.quorate.localcloud.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.localcloud.compute.ComputeCloud;
import io.quorate.localcloud.compute.Eventually;
import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.InstanceProfileCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.imds.Ec2MetadataClient;

/** Instances as real processes. */
class InstancesTest {
  @TempDir Path home;
  private ComputeCloud cloud;

  @BeforeEach
  void start() throws Exception {
    cloud = new ComputeCloud(home);
  }

  @AfterEach
  void stop() throws Exception {
    cloud.close();
    assertThat(cloud.instances.processes(any -> true)).isEmpty();
  }

  private InstanceView launch(List<String> command, Optional<String> address) throws IOException {
    return cloud.instances.launch(
        new LaunchOrder(
            "us-east-1a", Map.of("role", "etcd"), LaunchTemplate.running(command), address));
  }

  private InstanceView launch() throws Exception {
    InstanceView launched = launch(ComputeCloud.AGENT_WITH_CHILD, Optional.empty());
    Eventually.until("child", () -> view(launched.id()).otherPids().size() == 1);
    return view(launched.id());
  }

  private InstanceView view(String id) {
    return cloud.instances.list().stream()
        .filter(instance -> instance.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void startsAKilledAgentAgainAndLeavesItsChildAlone() throws Exception {
    InstanceView before = launch();
    long child = before.otherPids().get(0);

    assertThat(cloud.instances.kill(before.id(), ProcessTarget.AGENT)).isEqualTo(1);

    Eventually.until(
        "a second agent",
        () -> view(before.id()).agentStarts() == 2 && view(before.id()).agentPid().isPresent());
    assertThat(view(before.id()).agentPid()).isNotEqualTo(before.agentPid());
    assertThat(view(before.id()).otherPids()).contains(child);

    cloud.instances.kill(before.id(), ProcessTarget.OTHERS);
    assertThat(
            ProcessHandle.of(child)
                .filter(ProcessHandle::isAlive)
                .filter(p -> view(before.id()).otherPids().contains(child)))
        .isEmpty();
  }

  @Test
  void holdsAnAgentDownUntilReleased() throws Exception {
    InstanceView instance = launch();
    cloud.instances.holdAgent(instance.id());
    cloud.instances.kill(instance.id(), ProcessTarget.ALL);
    Eventually.until("all dead", () -> view(instance.id()).agentPid().isEmpty());
    assertThat(view(instance.id()).otherPids()).isEmpty();

    cloud.instances.releaseAgent(instance.id());
    Eventually.until("running", () -> view(instance.id()).agentPid().isPresent());
  }

  @Test
  void freezesAndThaws() throws Exception {
    InstanceView instance = launch();
    long pid = instance.otherPids().get(0);
    cloud.instances.freeze(instance.id(), ProcessTarget.ALL);
    Eventually.until("stopped", () -> state(pid).equals("T"));
    cloud.instances.thaw(instance.id(), ProcessTarget.ALL);
    Eventually.until("going on", () -> !state(pid).equals("T"));
  }

  private static String state(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    return stat.substring(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
  }

  @Test
  void wipesRebootsAndCutsOff() throws Exception {
    InstanceView instance = launch();
    Path data = Files.createDirectories(instance.folder().resolve("data/member"));
    Files.writeString(data.resolve("wal"), "x");
    cloud.instances.wipe(instance.id(), "data");
    assertThat(instance.folder().resolve("data")).isEmptyDirectory();
    assertThatThrownBy(() -> cloud.instances.wipe(instance.id(), "../.."))
        .isInstanceOf(IllegalArgumentException.class);

    cloud.instances.reboot(instance.id());
    Eventually.until(
        "another agent, and nothing of the boot before",
        () ->
            !view(instance.id()).agentPid().equals(instance.agentPid())
                && !view(instance.id()).otherPids().contains(instance.otherPids().get(0)));

    cloud.instances.cutOff(instance.id());
    assertThat(cloud.cut).containsExactly("agent-" + instance.id());
    cloud.instances.reconnect(instance.id());
    assertThat(cloud.cut).isEmpty();
    assertThatThrownBy(() -> cloud.instances.reboot("i-0"))
        .isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void terminatesAndKeepsTheDiskAndGivesTheAddressOnlyWhenForced() throws Exception {
    InstanceView instance = launch();
    Files.writeString(instance.folder().resolve("kept"), "x");
    // Else the agent may have ended before anybody looks.
    cloud.instances.freeze(instance.id(), ProcessTarget.ALL);
    cloud.instances.terminate(instance.id());
    assertThat(view(instance.id()).state()).isEqualTo(Ec2State.SHUTTING_DOWN);
    assertThat(view(instance.id()).agentPid()).isEqualTo(instance.agentPid());
    cloud.instances.thaw(instance.id(), ProcessTarget.ALL);
    Eventually.until("dead", () -> view(instance.id()).state() == Ec2State.TERMINATED);
    assertThat(view(instance.id()).otherPids()).isEmpty();
    assertThat(home.resolve("terminated").resolve(instance.id()).resolve("kept")).exists();
    assertThat(cloud.events("EC2 Instance State-change Notification"))
        .extracting(event -> event.detail().get("state"))
        .containsExactly("pending", "running", "shutting-down", "terminated");

    assertThat(launch(ComputeCloud.AGENT_WITH_CHILD, Optional.empty()).address())
        .isNotEqualTo(instance.address());
    assertThat(launch(ComputeCloud.AGENT_WITH_CHILD, Optional.of(instance.address())).address())
        .isEqualTo(instance.address());
  }

  @Test
  void servesMetadataToTheSdk() throws Exception {
    InstanceView instance = launch();
    String endpoint = "http://" + instance.address() + ":8169";
    try (Ec2MetadataClient imds =
        Ec2MetadataClient.builder()
            .endpoint(URI.create(endpoint))
            .httpClient(UrlConnectionHttpClient.create())
            .build()) {
      assertThat(imds.get("/latest/meta-data/instance-id").asString()).isEqualTo(instance.id());
      assertThat(imds.get("/latest/meta-data/placement/availability-zone").asString())
          .isEqualTo("us-east-1a");
      assertThat(imds.get("/latest/meta-data/tags/instance/role").asString()).isEqualTo("etcd");
      assertThat(imds.get("/latest/dynamic/instance-identity/document").asString())
          .contains("\"privateIp\":\"" + instance.address() + "\"");
    }
    try (InstanceProfileCredentialsProvider credentials =
        InstanceProfileCredentialsProvider.builder().endpoint(endpoint).build()) {
      assertThat(credentials.resolveCredentials().accessKeyId())
          .isEqualTo("agent-" + instance.id());
    }
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest bare =
          HttpRequest.newBuilder(URI.create(endpoint + "/latest/meta-data/instance-id")).build();
      assertThat(http.send(bare, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(401);
    }
  }

  @Test
  void aSpotInterruptionIsAnnouncedByMetadataAndEventAndThenHappens() throws Exception {
    InstanceView instance = launch();
    String endpoint = "http://" + instance.address() + ":8169";
    try (Ec2MetadataClient imds =
        Ec2MetadataClient.builder()
            .endpoint(URI.create(endpoint))
            .httpClient(UrlConnectionHttpClient.create())
            .build()) {
      assertThat(imds.get("/latest/meta-data/instance-life-cycle").asString()).isEqualTo("spot");
      assertThatThrownBy(() -> imds.get("/latest/meta-data/spot/instance-action"))
          .hasMessageContaining("404");
      cloud.instances.recommendRebalance(instance.id());
      assertThat(imds.get("/latest/meta-data/events/recommendations/rebalance").asString())
          .contains("noticeTime");
      cloud.instances.interrupt(instance.id(), "terminate", Duration.ofSeconds(2));
      assertThat(imds.get("/latest/meta-data/spot/instance-action").asString())
          .contains("\"action\":\"terminate\"", "\"time\"");
    }
    assertThat(view(instance.id()).state()).isEqualTo(Ec2State.RUNNING);
    assertThat(cloud.events("EC2 Instance Rebalance Recommendation")).hasSize(1);
    assertThat(cloud.events("EC2 Spot Instance Interruption Warning"))
        .extracting(event -> event.detail().get("instance-action"))
        .containsExactly("terminate");
    Eventually.until("taken", () -> view(instance.id()).state() == Ec2State.TERMINATED);
  }

  @Test
  void givesTheCommandItsEnvironmentAndPlaceholders() throws Exception {
    InstanceView instance =
        launch(
            List.of(
                "sh",
                "-c",
                "echo id={instance} ip={address} $AWS_ENDPOINT_URL key=$AWS_ACCESS_KEY_ID; exec sleep 1000"),
            Optional.empty());
    Path log = instance.folder().resolve("agent.log");
    Eventually.until("log", () -> Files.exists(log) && Files.size(log) > 0);
    assertThat(Files.readString(log))
        .contains("id=" + instance.id() + " ip=" + instance.address() + " http://127.0.0.1:")
        .contains("key=\n");
  }

  @Test
  void refusesAHomeInUseAndEndsWhatADeadCloudLeft() throws Exception {
    assertThatThrownBy(() -> new ComputeCloud(home))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("already uses");
    Path other = home.resolve("other");
    ProcessBuilder left = new ProcessBuilder("sleep", "1000");
    MarkVariables.put(left.environment(), other, "i-1");
    Process orphan = left.start();
    Eventually.until("marked", () -> !ProcessTable.ofThisMachine().ofHome(other).isEmpty());
    try (ComputeCloud next = new ComputeCloud(other)) {
      assertThat(next.instances.list()).isEmpty();
      Eventually.until("killed", () -> !orphan.isAlive());
    }
  }

  @Test
  void obeysTheAdminPaths() throws Exception {
    InstanceView instance = launch();
    String path = InstanceAdmin.PREFIX + "/" + instance.id();
    assertThat(
            new String(
                call("GET", InstanceAdmin.PREFIX, "").body(),
                java.nio.charset.StandardCharsets.UTF_8))
        .contains(instance.id())
        .contains("agentPid");
    assertThat(call("POST", path + "/kill", "target=others").status()).isEqualTo(200);
    assertThat(view(instance.id()).otherPids()).doesNotContain(instance.otherPids().get(0));
    assertThat(call("POST", path + "/explode", "").status()).isEqualTo(400);
    assertThat(call("POST", InstanceAdmin.PREFIX + "/i-0/kill", "").status()).isEqualTo(404);
  }

  /** EC2 forgets a terminated instance after about an hour; nobody waits for that. */
  @Test
  void forgetsATerminatedInstanceWhenAskedAndNoOther() throws Exception {
    InstanceView instance = launch();
    String path = InstanceAdmin.PREFIX + "/" + instance.id() + "/forget";
    assertThat(call("POST", path, "").status()).as("it runs").isEqualTo(409);

    cloud.instances.terminate(instance.id());
    Eventually.until("ended", () -> view(instance.id()).state() == Ec2State.TERMINATED);
    assertThat(call("POST", path, "").status()).isEqualTo(200);
    assertThat(cloud.instances.find(instance.id())).isEmpty();
    assertThat(call("POST", path, "").status()).isEqualTo(404);
  }

  private HttpReply call(String method, String path, String query) throws IOException {
    return new InstanceAdmin(cloud.instances)
        .handle(new HttpCall(method, path, query, Map.of(), new byte[0], "anonymous"));
  }
}
