package io.quorate.deployment;

import static io.quorate.deployment.DeployedArtifact.SCHEDULE;
import static io.quorate.deployment.DeployedArtifact.batch;
import static io.quorate.deployment.DeployedArtifact.down;
import static io.quorate.deployment.DeployedArtifact.queued;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.wire.Glob;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the account's events about other people's groups and instances cost the real artifact. */
class ForeignEventsTest {
  private static final String GROUP_EVENT =
      "{\"source\": \"aws.autoscaling\", \"detail\": {\"AutoScalingGroupName\": \"other-%d\"}}";
  private static final String INSTANCE_EVENT =
      "{\"source\": \"aws.ec2\", \"detail\": {\"instance-id\": \"i-%017x\", \"state\": \"terminated\"}}";
  private static final int EVENTS = Integer.getInteger("quorate.foreign.events", 400);
  private static final int BATCH = 10;

  private DeployedArtifact artifact;

  @BeforeEach
  void deploy(@TempDir Path home) throws IOException {
    artifact = DeployedArtifact.start(home);
  }

  @AfterEach
  void close() throws IOException {
    artifact.close();
  }

  @Test
  void costNoCallHoweverManyThereAre() throws Exception {
    Instant begun = Instant.now();
    assertThat(artifact.failuresOf(SCHEDULE)).isEmpty();
    artifact.cloud().requests().clear();

    for (int from = 0; from < EVENTS; from += BATCH) {
      assertThat(artifact.failuresOf(foreign(from))).isEmpty();
    }

    assertThat(calls("autoscaling")).isZero();
    assertThat(calls("ec2")).isZero();
    // The schedule read the list of clusters; it is read again each half minute, however many
    // events there are.
    long halfMinutes = Duration.between(begun, Instant.now()).toSeconds() / 30;
    assertThat(calls("*")).isLessThanOrEqualTo(halfMinutes);
  }

  @Test
  void askForTheGroupsOnceWhereNoTurnHasSeenThem() throws Exception {
    artifact.cloud().faults().add(down("autoscaling", "*"));
    String first = batch(queued("m-1", INSTANCE_EVENT.formatted(1)));
    assertThat(artifact.failuresOf(first)).as("nobody knows whose it is").containsExactly("m-1");
    artifact.cloud().faults().clear();
    artifact.cloud().requests().clear();

    assertThat(artifact.failuresOf(first)).isEmpty();
    assertThat(artifact.failuresOf(foreign(0))).isEmpty();

    assertThat(calls("autoscaling")).isOne();
  }

  private long calls(String service) {
    return artifact
        .cloud()
        .requests()
        .count(Glob.of(Principals.CONTROLLER), Glob.of(service), Glob.ANY);
  }

  private static String foreign(int from) throws IOException {
    List<String> records = new ArrayList<>();
    for (int n = from; n < from + BATCH; n++) {
      String event = n % 2 == 0 ? GROUP_EVENT : INSTANCE_EVENT;
      records.add(queued("m-" + n, event.formatted(n)));
    }
    return batch(records.toArray(String[]::new));
  }
}
