package io.quorate.localcloud;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.localcloud.gateway.PolicyDocument;
import io.quorate.localcloud.terraform.ControlPlaneModule;
import io.quorate.localcloud.terraform.Rights;
import io.quorate.localcloud.wire.Glob;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The rights that production grants, from the documents that Terraform fills in, enforced here. */
public final class QuorateRights {
  /** Name of the control plane; groups that carry it as a tag are its own. */
  public static final String CONTROL_PLANE = ControlPlaneModule.DEFAULT_NAME;

  /** Access key id of Lambda's pollers, which have the rights of the function's role. */
  public static final String POLLERS = "lambda-pollers";

  private static final String AGENT = "agent-";

  private QuorateRights() {}

  /** The documents of the modules in this checkout, for a cloud. */
  public static Rights ofModules(LocalCloudConfig config) {
    return new Rights(
        read("controller", "", config),
        read("runtime", "", config),
        read("operator", "", config),
        read("bucket", "", config),
        cluster -> agent(cluster, config));
  }

  /** Binds everybody to the documents of the modules in this checkout. */
  public static void enforceOn(LocalCloud cloud, Function<String, Optional<String>> clusterOf) {
    enforceOn(cloud, ofModules(cloud.config()), clusterOf);
  }

  /**
   * Binds agents ({@code agent-<instance>}), the controller, Lambda's pollers, the operator and the
   * bucket to their rights.
   *
   * @param clusterOf the cluster whose role an instance has
   */
  public static void enforceOn(
      LocalCloud cloud, Rights rights, Function<String, Optional<String>> clusterOf) {
    Map<String, PolicyDocument> ofClusters = new ConcurrentHashMap<>();
    cloud
        .policies()
        .register(
            Glob.of(AGENT + "*"),
            principal ->
                clusterOf
                    .apply(principal.substring(AGENT.length()))
                    .map(name -> ofClusters.computeIfAbsent(name, rights.agents())));
    cloud.policies().register(Glob.of("controller"), rights.controller());
    cloud.policies().register(Glob.of(POLLERS), rights.runtime());
    cloud.policies().register(Glob.of("operator"), rights.operator());
    cloud.policies().registerOfResource(rights.bucket());
  }

  /** The rights of a cluster's agents. */
  static PolicyDocument agent(String cluster, LocalCloudConfig config) {
    return read("agent", cluster, config);
  }

  private static PolicyDocument read(String name, String cluster, LocalCloudConfig config) {
    String tables = "arn:aws:dynamodb:%s:%s:table/".formatted(config.region(), config.account());
    String queues = "arn:aws:sqs:%s:%s:".formatted(config.region(), config.account());
    Map<String, String> values =
        Map.ofEntries(
            Map.entry("clusters_table_arn", tables + QuorateResources.CLUSTERS_TABLE),
            Map.entry("nodes_table_arn", tables + QuorateResources.NODES_TABLE),
            Map.entry("bucket_arn", "arn:aws:s3:::" + QuorateResources.BUCKET),
            Map.entry("queue_arn", queues + QuorateResources.QUEUE),
            Map.entry("failures_queue_arn", queues + QuorateResources.FAILURES_QUEUE),
            Map.entry(
                "log_group_arn",
                "arn:aws:logs:%s:%s:log-group:/aws/lambda/%s"
                    .formatted(
                        config.region(),
                        config.account(),
                        ControlPlaneModule.get().name("function"))),
            Map.entry("partition", "aws"),
            Map.entry("account", config.account()),
            Map.entry("region", config.region()),
            Map.entry("control_plane", CONTROL_PLANE),
            Map.entry("cluster", cluster));
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
