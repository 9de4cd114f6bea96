package io.quorate.localcloud;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.localcloud.gateway.PolicyDocument;
import io.quorate.localcloud.terraform.ControlPlaneModule;
import io.quorate.localcloud.wire.Glob;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The rights that production grants, from the documents that Terraform fills in, enforced here. */
public final class QuorateRights {
  /** Name of the control plane; groups that carry it as a tag are its own. */
  public static final String CONTROL_PLANE = ControlPlaneModule.DEFAULT_NAME;

  private static final String AGENT = "agent-";

  private QuorateRights() {}

  /**
   * Binds agents ({@code agent-<instance>}), the controller, the operator and the bucket to their
   * documents.
   *
   * @param clusterOf the cluster whose role an instance has
   */
  public static void enforceOn(LocalCloud cloud, Function<String, Optional<String>> clusterOf) {
    Map<String, PolicyDocument> ofClusters = new ConcurrentHashMap<>();
    cloud
        .policies()
        .register(
            Glob.of(AGENT + "*"),
            principal ->
                clusterOf
                    .apply(principal.substring(AGENT.length()))
                    .map(name -> ofClusters.computeIfAbsent(name, n -> agent(n, cloud.config()))));
    for (String principal : List.of("controller", "operator")) {
      cloud.policies().register(Glob.of(principal), read(principal, "", cloud.config()));
    }
    cloud.policies().registerOfResource(read("bucket", "", cloud.config()));
  }

  /** The rights of a cluster's agents. */
  static PolicyDocument agent(String cluster, LocalCloudConfig config) {
    return read("agent", cluster, config);
  }

  private static PolicyDocument read(String name, String cluster, LocalCloudConfig config) {
    String tables = "arn:aws:dynamodb:%s:%s:table/".formatted(config.region(), config.account());
    String queues = "arn:aws:sqs:%s:%s:".formatted(config.region(), config.account());
    Map<String, String> values =
        Map.of(
            "clusters_table_arn",
            tables + QuorateResources.CLUSTERS_TABLE,
            "nodes_table_arn",
            tables + QuorateResources.NODES_TABLE,
            "bucket_arn",
            "arn:aws:s3:::" + QuorateResources.BUCKET,
            "queue_arn",
            queues + QuorateResources.QUEUE,
            "partition",
            "aws",
            "account",
            config.account(),
            "region",
            config.region(),
            "control_plane",
            CONTROL_PLANE,
            "cluster",
            cluster);
    String text = template(name);
    for (Map.Entry<String, String> value : values.entrySet()) {
      text = text.replace("${" + value.getKey() + "}", value.getValue());
    }
    return PolicyDocument.parse(text);
  }

  private static String template(String name) {
    String path = "policies/" + name + ".json";
    try (InputStream in = QuorateRights.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException(
            path + " is not on the class path; the build takes it from terraform/modules");
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }
}
