package io.quorate.agent.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.agent.RealEtcd;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.InstanceId;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.S3Client;

final class AgentProcessTest {
  @TempDir Path disk;

  @Test
  void anInterruptIsAnErrorAndNoDesiredEnd() {
    AgentProcess agent =
        AgentProcess.open(
            config(),
            self(),
            new InMemoryRecordStore(),
            AgentProcessTest::noBucket,
            arn -> {
              throw new AssertionError("no secret is asked for");
            },
            new MetadataDocuments("http://127.0.0.1:9"));
    try {
      Thread.currentThread().interrupt();
      assertThatThrownBy(agent::run)
          .isInstanceOf(IllegalStateException.class)
          .hasCauseInstanceOf(InterruptedException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
      agent.abandon();
    }
  }

  private static S3Client noBucket() {
    throw new AssertionError("no bucket is set");
  }

  private AgentConfig config() {
    Map<String, String> settings =
        Map.of(
            "QUORATE_CLUSTER", "orders",
            "QUORATE_DATA_DIR", disk.toString(),
            "QUORATE_ETCD_DIR", RealEtcd.tool("etcd").resolveSibling("").toString());
    return ((AgentConfigResult.Valid) BoundSettings.read(settings)).config();
  }

  private static InstanceIdentity self() {
    return new InstanceIdentity(new InstanceId("i-0abc"), "zone-a", "127.0.0.1", "eu-central-1");
  }
}
