package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.deployment.EtcdAccess;
import io.quorate.deployment.Principals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Certificates for clients, made with the command as an operator makes them. */
final class ClientCertificates {
  private ClientCertificates() {}

  /** Where the files of a client are. */
  static EtcdAccess.ClientFiles files(Stage stage, String commonName) {
    return EtcdAccess.ClientFiles.in(
        stage.deployment.config().home().resolve("client"), commonName);
  }

  /** Makes a key, and has a certificate signed for it. */
  static EtcdAccess.ClientFiles issue(Stage stage, String commonName)
      throws IOException, InterruptedException {
    EtcdAccess.ClientFiles files = files(stage, commonName);
    String folder = files.key().resolveSibling("").toString();
    String said =
        quorate(
            stage,
            List.of(
                "certificate", "issue", stage.name.value(), "--cn", commonName, "--out", folder));
    assertThat(said).contains("certificate for " + commonName + " until ");
    return files;
  }

  private static String quorate(Stage stage, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Folders.root().resolve("infra/bin/quorate").toString());
    command.addAll(arguments);
    Path out = Files.createTempFile(stage.deployment.config().home(), "quorate", ".out");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
    builder.environment().put("AWS_ENDPOINT_URL", stage.deployment.cloud().endpoint().toString());
    builder.environment().put("AWS_REGION", stage.deployment.cloud().region());
    builder.environment().put("AWS_ACCESS_KEY_ID", Principals.OPERATOR);
    builder.environment().put("AWS_SECRET_ACCESS_KEY", "local");
    builder.environment().put("QUORATE_EVENTS_QUEUE", stage.deployment.resources().queueUrl());
    int code = builder.start().waitFor();
    String said = Files.readString(out);
    assertThat(code).as("%s: %s", command, said).isZero();
    return said;
  }
}
