package io.quorate.localcloud;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.gateway.PolicyDocument;
import io.quorate.localcloud.wire.Glob;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The aws command assumes a role and asks who it is. */
class StsTest {
  private static LocalCloud cloud;
  private static Command command;

  @BeforeAll
  static void start() throws IOException {
    cloud = LocalCloud.start(LocalCloudConfig.inMemory());
    cloud.policies().register(Glob.of("nobody"), PolicyDocument.parse("{\"Statement\":[]}"));
    command = new Command(cloud, "operator");
  }

  @AfterAll
  static void stop() throws IOException {
    cloud.close();
  }

  @Test
  void whoAssumesARoleHasKeysOfThatRole() throws Exception {
    Command.assumeInstalled("aws", "--version");

    assertThat(
            command.aws(
                "sts",
                "assume-role",
                "--role-arn",
                "arn:aws:iam::000000000000:role/ops",
                "--role-session-name",
                "alice",
                "--query",
                "[Credentials.AccessKeyId, AssumedRoleUser.Arn]",
                "--output",
                "text"))
        .contains("ops", "assumed-role/ops/alice");
  }

  @Test
  void anybodyMayAskWhoTheyAre() throws Exception {
    Command.assumeInstalled("aws", "--version");

    assertThat(new Command(cloud, "nobody").aws("sts", "get-caller-identity", "--query", "Arn"))
        .contains("assumed-role/nobody/local");
  }
}
