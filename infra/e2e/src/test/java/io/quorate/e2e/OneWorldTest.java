package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.deployment.Principals;
import io.quorate.localcloud.events.CloudEvent;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.lambda.InvocationResult;
import io.quorate.localcloud.terraform.CreatedCluster;
import io.quorate.localcloud.terraform.CreatedControlPlane;
import io.quorate.localcloud.terraform.CreatedZone;
import io.quorate.localcloud.terraform.TerraformState;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real controller and real agents in exactly the world that Terraform created from {@code
 * examples/minimal}: a wrong variable, pattern, filter, hook or right shows here. {@code infra/test
 * --all} applies the example and names the state in {@code QUORATE_TERRAFORM_STATE}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OneWorldTest {
  private static final String STATE = "QUORATE_TERRAFORM_STATE";

  /** What invokes the function, by what its event contains. */
  private static final Map<String, String> TRIGGERS =
      Map.of(
          "queue", "\"aws:sqs\"",
          "stream", "\"aws:dynamodb\"",
          "schedule", "\"Scheduled Event\"");

  private final Set<String> triggered = ConcurrentHashMap.newKeySet();
  private final Map<String, Set<String>> matched = new ConcurrentHashMap<>();
  private TerraformState state;
  private Stage stage;
  private Path home;

  @BeforeAll
  void deploy(@TempDir Path folder) throws IOException, InterruptedException {
    String file = System.getenv(STATE);
    assumeTrue(
        file != null && !file.isBlank(),
        "SKIPPED: what Terraform creates was NOT run: %s is not set; infra/test --all sets it where terraform and moto_server are installed"
            .formatted(STATE));
    home = folder;
    state = TerraformState.read(created(Path.of(file)));
    stage = StageOfTerraform.created(folder, state);
    stage
        .deployment
        .controller()
        .host()
        .listen(event -> note(new String(event, StandardCharsets.UTF_8)));
    CreatedControlPlane.in(state)
        .events()
        .forEach(
            (rule, pattern) -> stage.deployment.events().rule(pattern, event -> note(rule, event)));
  }

  /** Terraform still creates the world while other tests run; or its tests are skipped here. */
  private static Path created(Path file) {
    Path skipped = file.resolveSibling("skipped");
    AwaitCondition.untilSettled(
        "what infra/test-terraform --keep-state writes: " + file,
        Duration.ofMinutes(10),
        () -> Files.exists(file) || Files.exists(skipped));
    assumeTrue(
        Files.exists(file),
        "SKIPPED: what Terraform creates was NOT run: infra/test-terraform was skipped, see its output");
    return file;
  }

  private void note(String event) {
    TRIGGERS.forEach(
        (trigger, mark) -> {
          if (event.contains(mark)) {
            triggered.add(trigger);
          }
        });
  }

  private void note(String rule, CloudEvent event) {
    matched.computeIfAbsent(rule, r -> new ConcurrentSkipListSet<>()).add(event.detailType());
  }

  @AfterAll
  void close() throws IOException {
    if (stage != null) {
      stage.close();
    }
  }

  @Test
  @Order(1)
  void hooksThatChangeLaterAreThoseOfTheGroupsCreation() {
    assertThat(CreatedCluster.laterHooks(state)).isEqualTo(CreatedCluster.group(state).hooks());
  }

  @Test
  @Order(2)
  void theBootScriptIsBash() throws Exception {
    Path script = home.resolve("boot.sh");
    Files.writeString(script, CreatedCluster.userData(state).script());
    run(new ProcessBuilder("bash", "-n", script.toString()));
  }

  @Test
  @Order(3)
  void aTerminatedInstanceIsReplacedThroughItsHooks() {
    Writer writer = stage.writer();
    writer.awaitMore(5, Stage.SOON);
    InstanceView gone = stage.leader();
    stage.terminate(gone);
    AwaitCondition.untilSettled("replaced " + gone.id(), Stage.SOON, () -> stage.replaced(gone));
    writer.awaitMore(5, Stage.SOON);
    assertThat(matched.get("group"))
        .contains(
            "EC2 Instance-terminate Lifecycle Action",
            "EC2 Instance-launch Lifecycle Action",
            "EC2 Instance Terminate Successful",
            "EC2 Instance Launch Successful");
    assertThat(matched.get("instance")).contains("EC2 Instance State-change Notification");
  }

  @Test
  @Order(4)
  void anOperatorInspectsAndTakesASnapshot() throws Exception {
    assertThat(quorate(state.output("inspect").split(" ", 2)[1])).contains("HEALTHY", "3 of 3");
    quorate("snapshot take " + stage.name + " --wait");
    quorate("snapshot verify " + stage.name + " --wait");
    assertThat(quorate("snapshot list " + stage.name)).contains("VERIFIED");
  }

  @Test
  @Order(5)
  void theNameInTheZoneTellsTheMembersThatServe() {
    CreatedZone zone = CreatedZone.in(state);
    KeptName name = new KeptName(stage, zone.id(), stage.name + "." + zone.name());
    assertThat(state.output("endpoints")).isEqualTo("[https://" + name.name() + ":2379]");
    AwaitCondition.untilSettled(
        "the name tells the three members that serve",
        Stage.SOON,
        () -> name.told().size() == 3 && name.told().equals(name.serving()));
  }

  @Test
  @Order(6)
  void aSecondBlockForTheSameClusterIsRefused() {
    String other =
        CreatedCluster.specInvocation(state)
            .replaceFirst("\"owner\":\"[^\"]*\"", "\"owner\":\"another\"");
    InvocationResult answer =
        stage.deployment.controller().host().invoke(other.getBytes(StandardCharsets.UTF_8)).join();
    assertThat(answer.succeeded()).isFalse();
    assertThat(new String(answer.payload(), StandardCharsets.UTF_8))
        .contains("name: cluster " + stage.name + " is managed by another block of the module");
  }

  @Test
  @Order(7)
  void queueStreamAndScheduleInvokeTheFunction() {
    AwaitCondition.until(
        "the function invoked by " + TRIGGERS.keySet() + ", until now by " + triggered,
        Stage.SOON,
        () -> triggered.equals(TRIGGERS.keySet()));
  }

  @Test
  @Order(8)
  void nothingThatAnybodyAskedWasDenied() {
    assertThat(stage.deployment.cloud().requests().denials()).isEmpty();
  }

  /** What the quorate command prints with the operator's rights, told what Terraform put out. */
  private String quorate(String arguments) throws Exception {
    ProcessBuilder command =
        new ProcessBuilder(
            "bash",
            "-c",
            environment() + "\n" + Folders.root().resolve("infra/bin/quorate") + " " + arguments);
    command.environment().keySet().retainAll(List.of("PATH", "HOME", "QUORATE_JAVA_HOME"));
    command
        .environment()
        .putAll(
            Map.of(
                "AWS_ENDPOINT_URL",
                stage.deployment.cloud().endpoint().toString(),
                "AWS_ACCESS_KEY_ID",
                Principals.OPERATOR,
                "AWS_SECRET_ACCESS_KEY",
                "local"));
    return run(command);
  }

  /** Its queue lies in the emulator that Terraform talked to; only the host differs here. */
  private String environment() {
    String url =
        state
            .output("environment")
            .lines()
            .filter(line -> line.contains("QUORATE_EVENTS_QUEUE="))
            .map(line -> line.substring(line.indexOf('=') + 1))
            .findFirst()
            .orElseThrow();
    String path = URI.create(url).getPath();
    assertThat(URI.create(stage.deployment.resources().queueUrl()).getPath()).isEqualTo(path);
    return state.output("environment").replace(url, stage.deployment.cloud().endpoint() + path);
  }

  private String run(ProcessBuilder command) throws Exception {
    Path out = Files.createTempFile(home, "command", ".out");
    Process process =
        command
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(out.toFile())
            .start();
    boolean ended = process.waitFor(Stage.SOON.toSeconds(), TimeUnit.SECONDS);
    process.destroyForcibly();
    String printed = Files.readString(out);
    assertThat(ended).as("ends: %s: %s", command.command(), printed).isTrue();
    assertThat(process.exitValue()).as("%s: %s", command.command(), printed).isZero();
    return printed;
  }
}
