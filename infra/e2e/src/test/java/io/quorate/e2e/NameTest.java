package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.controller.view.DnsRecord;
import io.quorate.guards.Guards;
import io.quorate.localcloud.faults.FaultAction;
import io.quorate.localcloud.faults.FaultRule;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.route53.Route53;
import io.quorate.state.Condition;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The name that stays: its records follow the members through losses and another size. */
@EverythingOnly
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NameTest extends OneStage {
  private static final String NAME = "demo." + Route53.ZONE_NAME;

  @Override
  Stage raise(Path home) throws IOException {
    return Stage.with(home, 3, "dns: {zone: " + Route53.ZONE + ", name: " + NAME + "}\n");
  }

  private KeptName kept() {
    return new KeptName(stage, Route53.ZONE, NAME);
  }

  private Set<String> told() {
    return kept().told();
  }

  private List<DnsRecord> records() {
    return kept().records();
  }

  private Set<String> serving() {
    return kept().serving();
  }

  private void awaitAllTold(int members) {
    stage.awaitHealthy(members);
    AwaitCondition.untilSettled(
        "the name tells the " + members + " members that serve",
        Stage.SOON,
        () -> {
          Set<String> told = told();
          assertThat(told).as("never empty").isNotEmpty();
          return told.size() == members && told.equals(serving());
        });
  }

  private String addressOf(InstanceView instance) {
    return URI.create(stage.heartbeat(instance.id()).endpoints().clientUrl()).getHost();
  }

  @Test
  @Order(1)
  @Guards("ChangeRecords")
  void theNameFollowsALossAndAnotherSize() throws Exception {
    AwaitCondition.untilSettled("the name is told", Stage.SOON, () -> told().size() == 3);
    try (Writer writer = stage.writer()) {
      writer.awaitMore(20, Stage.SOON);
      InstanceView lost = stage.follower();
      String address = addressOf(lost);
      stage.terminate(lost);
      AwaitCondition.untilSettled(
          "the name no longer tells the member whose instance ends",
          Stage.SOON,
          () -> {
            assertThat(told()).as("never empty").isNotEmpty();
            return !told().contains(address);
          });
      awaitAllTold(3);

      stage.resize(5);
      awaitAllTold(5);
      stage.resize(3);
      awaitAllTold(3);
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }

  @Test
  @Order(2)
  @Guards("DNS_LATE")
  void healingDoesNotWaitForAZoneThatThrottles() throws Exception {
    stage
        .deployment
        .cloud()
        .faults()
        .add(
            FaultRule.always("slow", new FaultAction.Throttle())
                .onService("route53")
                .forPrincipal("controller"));
    InstanceView lost = stage.follower();
    stage.terminate(lost);
    stage.awaitCondition(Condition.Type.DNS_LATE);
    stage.awaitHealthy(3);
    assertThat(told()).as("the records of before").hasSize(3);

    stage.deployment.cloud().faults().remove("slow");

    awaitAllTold(3);
    AwaitCondition.untilSettled(
        "nothing is late any more", Stage.SOON, () -> !stage.has(Condition.Type.DNS_LATE));
  }

  /** All they know is the name; every member that they ever saw is replaced. */
  @Test
  @Order(3)
  void clientsThatKnowOnlyTheNameSurviveTheLossOfEveryMember(@TempDir Path folder)
      throws Exception {
    assumeTrue(ZoneResolver.possible(), "a resolver and a mount namespace need root");
    String address = "127.0." + stage.deployment.config().addressBlock() + ".253";
    try (ZoneResolver resolver = new ZoneResolver(address, folder, this::records)) {
      assertThat(etcdctl(resolver, folder, "--endpoints=http://" + NAME + ":2379", "put", "a", "1"))
          .contains("OK");
      assertThat(etcdctl(resolver, folder, "--discovery-srv=" + NAME, "get", "a")).contains("1");
      Optional<PythonClients> python =
          PythonClients.start(resolver.prefix(), NAME, 2379, folder.resolve("python.log"));
      assumeTrue(python.isPresent(), "python3-etcd3 is not installed here");
      python.orElseThrow().awaitMore();
      for (InstanceView each : stage.running()) {
        stage.terminate(each);
        AwaitCondition.untilSettled("another in its place", Stage.SOON, () -> stage.replaced(each));
        awaitAllTold(3);
        python.orElseThrow().awaitMore();
      }
      assertThat(etcdctl(resolver, folder, "--discovery-srv=" + NAME, "get", "a")).contains("1");
      Map<String, Object> met = python.orElseThrow().end();
      System.out.println("python3-etcd3 by the name: " + met);
      assertThat(met).containsEntry("missed", 0).containsEntry("twice", 0);
    }
  }

  private static String etcdctl(ZoneResolver resolver, Path folder, String... arguments)
      throws Exception {
    List<String> command = new ArrayList<>(resolver.prefix());
    command.add(Folders.etcd().resolve("etcdctl").toString());
    command.addAll(List.of(arguments));
    Path out = folder.resolve("etcdctl.out");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertThat(process.waitFor(Stage.SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    String said = Operator.text(out);
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }
}
