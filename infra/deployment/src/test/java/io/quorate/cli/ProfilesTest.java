package io.quorate.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.LocalCloud;
import io.quorate.localcloud.LocalCloudConfig;
import io.quorate.localcloud.QuorateResources;
import io.quorate.model.ClusterUid;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Profile files as people have them, against the local cloud's STS; the records name who it was.
 */
@Isolated
class ProfilesTest {
  private static final String ROLE = "arn:aws:iam::000000000000:role/";

  @TempDir private Path folder;
  private LocalCloud cloud;

  @BeforeEach
  void start() throws IOException {
    cloud = LocalCloud.start(LocalCloudConfig.inMemory());
    QuorateResources.createOn(cloud);
    Path config =
        Files.writeString(
            folder.resolve("config"),
            """
            [profile base]
            region = eu-west-1
            aws_access_key_id = base
            aws_secret_access_key = secret

            [profile ops]
            region = eu-west-1
            role_arn = %1$sops
            role_session_name = alice
            source_profile = base

            [profile chained]
            region = eu-west-1
            role_arn = %1$sdeep
            role_session_name = alice
            source_profile = ops
            """
                .formatted(ROLE));
    System.setProperty("aws.configFile", config.toString());
    System.setProperty("aws.sharedCredentialsFile", folder.resolve("none").toString());
  }

  @AfterEach
  void stop() throws IOException {
    System.clearProperty("aws.configFile");
    System.clearProperty("aws.sharedCredentialsFile");
    cloud.close();
  }

  private String quorate(String input, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Quorate.run(
            new CommandContext(
                new ByteArrayInputStream(input.getBytes(UTF_8)),
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                false,
                name -> "",
                InstantSource.system(),
                Pace.untilInterrupted(),
                () -> ClusterUid.of(UUID.randomUUID()),
                AwsAccess::open),
            args);
    assertThat(code).as(err.toString()).isZero();
    return out.toString();
  }

  private String appliedBy(String profile) {
    String endpoint = cloud.endpoint().toString();
    quorate(
        "name: demo\netcd: {version: 3.5}\n",
        "apply",
        "-f",
        "-",
        "--profile",
        profile,
        "--endpoint-url",
        endpoint);
    return quorate(
        "", "get", "demo", "-o", "json", "--profile", profile, "--endpoint-url", endpoint);
  }

  @Test
  void keysOfAProfile() {
    assertThat(appliedBy("base")).contains("assumed-role/base/local");
  }

  @Test
  void aRoleThatAProfileAssumes() {
    assertThat(appliedBy("ops")).contains("assumed-role/ops/alice");
  }

  @Test
  void aRoleAssumedByARole() {
    assertThat(appliedBy("chained")).contains("assumed-role/deep/alice");
  }

  @Test
  void whatIsOnlyReadAsksStsForNoName() {
    appliedBy("base");
    long asked =
        cloud.requests().snapshot().entrySet().stream()
            .filter(line -> line.getKey().operation().equals("GetCallerIdentity"))
            .mapToLong(java.util.Map.Entry::getValue)
            .sum();

    assertThat(asked).isEqualTo(1);
  }
}
