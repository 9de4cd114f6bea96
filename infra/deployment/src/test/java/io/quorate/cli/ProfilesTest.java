package io.quorate.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.quorate.cli.connect.AwsAccess;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.Pace;
import io.quorate.localcloud.LocalCloud;
import io.quorate.localcloud.LocalCloudConfig;
import io.quorate.localcloud.QuorateResources;
import io.quorate.model.ClusterUid;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
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
  private static final String SPEC = "name: demo\netcd: {version: 3.5}\n";
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

            [profile robot]
            region = eu-west-1
            role_arn = %1$srobot
            role_session_name = build-7
            web_identity_token_file = %2$s

            [profile person]
            region = eu-west-1
            sso_session = company
            sso_account_id = 000000000000
            sso_role_name = ops

            [sso-session company]
            sso_region = eu-west-1
            sso_start_url = https://company.example/start
            """
                .formatted(ROLE, Files.writeString(folder.resolve("token"), "a signed token")));
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
    quorate(SPEC, "apply", "-f", "-", "--profile", profile, "--endpoint-url", endpoint);
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

  /** As in a job of a build system, or a pod. */
  @Test
  void aRoleAssumedByAWebIdentity() {
    assertThat(appliedBy("robot")).contains("assumed-role/robot/build-7");
  }

  /** The token is the one that {@code aws sso login} leaves behind. */
  @Test
  void aRoleOfIamIdentityCenter() throws IOException, InterruptedException {
    Path cache = Files.createDirectories(folder.resolve(".aws/sso/cache"));
    Files.writeString(
        cache.resolve(HexFormat.of().formatHex(sha1("company")) + ".json"),
        """
        {"startUrl": "https://company.example/start", "region": "eu-west-1",
         "accessToken": "logged-in", "expiresAt": "%s"}
        """
            .formatted(Instant.now().plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS)));
    HttpServer portal = portal();
    try {
      assertThat(
              inItsHome(
                  portal,
                  "apply",
                  "-f",
                  Files.writeString(folder.resolve("demo.yaml"), SPEC).toString()))
          .contains("demo");
      assertThat(inItsHome(portal, "get", "demo", "-o", "json"))
          .contains("assumed-role/person/local");
    } finally {
      portal.stop(0);
    }
  }

  /** The SDK looks for the sessions below HOME, which only a process of its own can have. */
  private String inItsHome(HttpServer portal, String... args)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Daws.configFile=" + System.getProperty("aws.configFile"),
                "-Daws.endpointUrlSso=http://127.0.0.1:" + portal.getAddress().getPort(),
                "-cp",
                System.getProperty("java.class.path"),
                Quorate.class.getName()));
    command.addAll(List.of(args));
    command.addAll(List.of("--profile", "person", "--endpoint-url", cloud.endpoint().toString()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("HOME", folder.toString());
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  private static byte[] sha1(String session) {
    try {
      return MessageDigest.getInstance("SHA-1").digest(session.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /** Answers GetRoleCredentials to whoever has logged in, as the access portal does. */
  private static HttpServer portal() throws IOException {
    HttpServer portal =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    portal.createContext(
        "/federation/credentials",
        exchange -> {
          boolean known =
              "logged-in".equals(exchange.getRequestHeaders().getFirst("x-amz-sso_bearer_token"))
                  && exchange.getRequestURI().getQuery().contains("role_name=ops");
          byte[] answer =
              """
              {"roleCredentials": {"accessKeyId": "person", "secretAccessKey": "secret",
               "sessionToken": "portal", "expiration": %d}}
              """
                  .formatted(Instant.now().plus(Duration.ofHours(1)).toEpochMilli())
                  .getBytes(UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(known ? 200 : 401, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    portal.start();
    return portal;
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
