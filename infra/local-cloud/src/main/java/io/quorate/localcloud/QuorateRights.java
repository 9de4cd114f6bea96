package io.quorate.localcloud;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.localcloud.gateway.PolicyDocument;
import io.quorate.localcloud.route53.Route53;
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
    PolicyDocument key = keyOf("s3", config).and(keyOf("dynamodb", config));
    return new Rights(
        read("controller", "", config).and(names()).and(key),
        read("runtime", "", config).and(keyOf("dynamodb", config)),
        read("operator", "", config).and(key),
        read("bucket", "", config),
        cluster -> agent(cluster, config).and(secrets(cluster, config)).and(key),
        Map.of(
            bucketArn(), keyArn("s3", config),
            tableArn(QuorateResources.CLUSTERS_TABLE, config), keyArn("dynamodb", config),
            tableArn(QuorateResources.NODES_TABLE, config), keyArn("dynamodb", config)));
  }

  /** As with the names below the zone that is there from the start. */
  private static PolicyDocument names() {
    String below = "*." + Route53.ZONE_NAME;
    return filled(
        "names",
        Map.of(
            "partition",
            "aws",
            "zone",
            Route53.ZONE,
            "names",
            "[\"%s\", \"*.%s\"]".formatted(below, below)));
  }

  /** As with a spec whose passwords are secrets below the cluster's name. */
  private static PolicyDocument secrets(String cluster, LocalCloudConfig config) {
    return filled(
        "secrets",
        Map.of(
            "secret_arns",
            "[\"arn:aws:secretsmanager:%s:%s:secret:%s/*\"]"
                .formatted(config.region(), config.account(), cluster)));
  }

  /** As with a customer key for the bucket, and one for the tables. */
  private static PolicyDocument keyOf(String service, LocalCloudConfig config) {
    return filled(
        "key",
        Map.of(
            "service", service.equals("s3") ? "S3" : "Dynamodb",
            "service_host", "%s.%s.amazonaws.com".formatted(service, config.region()),
            "key_arn", keyArn(service, config)));
  }

  private static String keyArn(String service, LocalCloudConfig config) {
    return "arn:aws:kms:%s:%s:key/quorate-%s".formatted(config.region(), config.account(), service);
  }

  private static String bucketArn() {
    return "arn:aws:s3:::" + QuorateResources.BUCKET;
  }

  private static String tableArn(String table, LocalCloudConfig config) {
    return "arn:aws:dynamodb:%s:%s:table/%s".formatted(config.region(), config.account(), table);
  }

  /** Binds everybody to the documents of the modules in this checkout. */
  public static void enforceOn(LocalCloud cloud, Function<String, Optional<String>> clusterOf) {
    enforceOn(cloud, ofModules(cloud.config()), clusterOf);
  }

  /**
   * Binds agents ({@code agent-<instance>}), the controller, Lambda's pollers, the operator and the
   * bucket to their rights, and encrypts bucket and tables with the keys of these rights.
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
    rights.keys().forEach(cloud.policies().keys()::encrypt);
  }

  /** The rights of a cluster's agents. */
  static PolicyDocument agent(String cluster, LocalCloudConfig config) {
    return read("agent", cluster, config);
  }

  private static PolicyDocument read(String name, String cluster, LocalCloudConfig config) {
    String queues = "arn:aws:sqs:%s:%s:".formatted(config.region(), config.account());
    Map<String, String> values =
        Map.ofEntries(
            Map.entry("clusters_table_arn", tableArn(QuorateResources.CLUSTERS_TABLE, config)),
            Map.entry("nodes_table_arn", tableArn(QuorateResources.NODES_TABLE, config)),
            Map.entry("bucket_arn", bucketArn()),
            Map.entry("queue_arn", queues + QuorateResources.QUEUE),
            Map.entry("failures_queue_arn", queues + QuorateResources.FAILURES_QUEUE),
            Map.entry(
                "log_group_arn",
                "arn:aws:logs:%s:%s:log-group:/aws/lambda/%s"
                    .formatted(
                        config.region(),
                        config.account(),
                        ControlPlaneModule.get().name("function"))),
            Map.entry(
                "function_arn",
                "arn:aws:lambda:%s:%s:function:%s"
                    .formatted(
                        config.region(),
                        config.account(),
                        ControlPlaneModule.get().name("function"))),
            Map.entry("partition", "aws"),
            Map.entry("account", config.account()),
            Map.entry("region", config.region()),
            Map.entry("control_plane", CONTROL_PLANE),
            Map.entry("cluster", cluster));
    return filled(name, values);
  }

  private static PolicyDocument filled(String name, Map<String, String> values) {
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
