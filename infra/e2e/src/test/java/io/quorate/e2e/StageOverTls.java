package io.quorate.e2e;

import io.quorate.deployment.EtcdAccess;
import io.quorate.state.Phase;
import java.io.IOException;
import java.nio.file.Path;

/** A cluster over TLS whose authorities Quorate manages. */
final class StageOverTls {
  private StageOverTls() {}

  /**
   * A healthy one of so many members.
   *
   * @param client whose certificate the stage's own calls show
   * @param section of the spec, which asks for TLS
   */
  static Stage managed(Path home, int members, String client, String section) throws IOException {
    Stage stage = Stage.empty(home, config -> config);
    try {
      stage.apply(members, Stage.PATIENT, section);
      stage.deployment.createGroup(stage.name.value(), members);
      AwaitCondition.until(
          "a healthy cluster", Stage.SOON, () -> stage.status().phase() == Phase.HEALTHY);
      stage.callOver(EtcdAccess.tls(ClientCertificates.issue(stage, client)));
      stage.awaitHealthy(members);
      return stage;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      try (stage) {
        throw new IOException(e);
      }
    } catch (IOException | RuntimeException | AssertionError e) {
      try (stage) {
        throw e;
      }
    }
  }
}
