package io.quorate.e2e;

import io.quorate.deployment.EtcdAccess;
import io.quorate.state.Phase;
import java.io.IOException;
import java.nio.file.Path;

/** A cluster over TLS, where every client must show a certificate. */
final class StageOverTls {
  private StageOverTls() {}

  /**
   * A healthy one of so many members.
   *
   * @param client whose certificate the stage's own calls show
   */
  static Stage healthy(Path home, int members, String client)
      throws IOException, InterruptedException {
    return healthy(home, members, client, "tls: {mode: managed, clients: required}");
  }

  /** The same, of a spec with this section. */
  static Stage healthy(Path home, int members, String client, String section)
      throws IOException, InterruptedException {
    Stage stage = Stage.empty(home, config -> config);
    try {
      stage.apply(members, Stage.PATIENT, section);
      stage.deployment.createGroup(stage.name.value(), members);
      AwaitCondition.until(
          "a healthy cluster", Stage.SOON, () -> stage.status().phase() == Phase.HEALTHY);
      stage.callOver(EtcdAccess.tls(ClientCertificates.issue(stage, client)));
      stage.awaitHealthy(members);
      return stage;
    } catch (IOException | InterruptedException | RuntimeException | AssertionError e) {
      try (stage) {
        throw e;
      }
    }
  }
}
