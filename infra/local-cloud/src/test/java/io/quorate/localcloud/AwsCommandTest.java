package io.quorate.localcloud;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.gateway.RequestCounters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The aws command and boto3 work on the local cloud with nothing but the endpoint overridden. */
@EnabledIfSystemProperty(
    named = "quorate.everything",
    matches = "true",
    disabledReason = "starts Python thirty times: runs with -Dquorate.everything=true")
class AwsCommandTest {
  private static LocalCloud cloud;
  private static Command command;

  @BeforeAll
  static void start() throws IOException {
    cloud = LocalCloud.start(LocalCloudConfig.inMemory());
    QuorateResources.createOn(cloud);
    command = new Command(cloud, "operator");
  }

  @AfterAll
  static void stop() throws IOException {
    cloud.close();
  }

  @Test
  void awsQueriesTheTables() throws Exception {
    Command.assumeInstalled("aws", "--version");
    command.aws(
        "dynamodb",
        "put-item",
        "--table-name",
        "quorate-clusters",
        "--item",
        "{\"cluster\":{\"S\":\"demo\"},\"record\":{\"S\":\"status\"},\"phase\":{\"S\":\"HEALTHY\"}}");
    assertThat(
            command.aws(
                "dynamodb",
                "query",
                "--table-name",
                "quorate-clusters",
                "--key-condition-expression",
                "#c = :c",
                "--expression-attribute-names",
                "{\"#c\":\"cluster\"}",
                "--expression-attribute-values",
                "{\":c\":{\"S\":\"demo\"}}",
                "--query",
                "Items[0].phase.S",
                "--output",
                "text"))
        .isEqualToIgnoringNewLines("HEALTHY");
    assertThat(cloud.requests().snapshot())
        .containsEntry(new RequestCounters.Key("operator", "dynamodb", "Query"), 1L);
  }

  @Test
  void awsCopiesTwentyMegabytesThereAndBack(@TempDir Path folder) throws Exception {
    Command.assumeInstalled("aws", "--version");
    byte[] bytes = new byte[20 << 20];
    new Random(4).nextBytes(bytes);
    Path there = Files.write(folder.resolve("there"), bytes);
    Path back = folder.resolve("back");
    command.aws("s3", "cp", "--no-progress", there.toString(), "s3://quorate-snapshots/a/big");
    command.aws("s3", "cp", "--no-progress", "s3://quorate-snapshots/a/big", back.toString());
    assertThat(Files.mismatch(there, back)).isEqualTo(-1);
    assertThat(command.aws("s3", "ls", "s3://quorate-snapshots/a/")).contains("20971520 big");
    command.aws("s3", "rm", "s3://quorate-snapshots/a/big");
    assertThat(command.runAws("s3", "ls", "s3://quorate-snapshots/a/").output()).isBlank();
  }

  @Test
  void awsCannotCreateAnObjectTwice(@TempDir Path folder) throws Exception {
    Command.assumeInstalled("aws", "--version");
    Path file = Files.writeString(folder.resolve("file"), "1");
    String[] put = {
      "s3api",
      "put-object",
      "--bucket",
      "quorate-snapshots",
      "--key",
      "once",
      "--body",
      file.toString(),
      "--if-none-match",
      "*"
    };
    command.aws(put);
    Command.Result second = command.runAws(put);
    assertThat(second.exitCode()).isNotZero();
    assertThat(second.output()).contains("PreconditionFailed");
  }

  @Test
  void awsSendsReceivesAndKnowsWhoItIs() throws Exception {
    Command.assumeInstalled("aws", "--version");
    String url =
        command
            .aws(
                "sqs",
                "get-queue-url",
                "--queue-name",
                "quorate-events",
                "--output",
                "text",
                "--query",
                "QueueUrl")
            .strip();
    command.aws("sqs", "send-message", "--queue-url", url, "--message-body", "hello");
    assertThat(command.aws("sqs", "receive-message", "--queue-url", url)).contains("hello");
    assertThat(command.aws("sts", "get-caller-identity")).contains("assumed-role/operator/");
  }

  @Test
  void awsToldOfAServiceThatIsNotThereSaysWhichThereAre() throws Exception {
    Command.assumeInstalled("aws", "--version");
    Command.Result result = command.runAws("iam", "list-users");
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.output()).contains("iam", "dynamodb, s3, sqs");
  }

  @Test
  void boto3WorksToo() throws Exception {
    Command.assumeInstalled("python3", "-c", "import boto3");
    Path script = Path.of("src/test/python/local_cloud_check.py").toAbsolutePath();
    Command.Result result = command.run(List.of("python3", script.toString()));
    assertThat(result.exitCode()).as(result.output()).isZero();
    assertThat(result.output()).contains("boto3 ok");
  }
}
