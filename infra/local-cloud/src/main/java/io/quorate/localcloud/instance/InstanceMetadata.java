package io.quorate.localcloud.instance;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The metadata documents of one instance, by path below {@code /latest/}. */
final class InstanceMetadata implements MetadataServer.Metadata {
  private static final Duration CREDENTIALS_LAST = Duration.ofHours(6);

  private final InstanceSettings settings;
  private final InstantSource clock;
  private final LocalInstance instance;

  InstanceMetadata(InstanceSettings settings, InstantSource clock, LocalInstance instance) {
    this.settings = settings;
    this.clock = clock;
    this.instance = instance;
  }

  @Override
  public Optional<String> read(String path) {
    String tag = "meta-data/tags/instance/";
    String role = "meta-data/iam/security-credentials";
    if (path.startsWith(tag) && path.length() > tag.length()) {
      return Optional.ofNullable(instance.tags.get(path.substring(tag.length())));
    }
    return switch (path) {
      case "meta-data/instance-id" -> Optional.of(instance.id);
      case "meta-data/instance-type" -> Optional.of("local.process");
      case "meta-data/placement/availability-zone" -> Optional.of(instance.zone);
      case "meta-data/placement/region" -> Optional.of(settings.region());
      case "meta-data/local-ipv4" -> Optional.of(instance.address);
      case "meta-data/local-hostname", "meta-data/hostname" ->
          Optional.of("ip-" + instance.address.replace('.', '-') + ".local");
      case "meta-data/tags/instance", "meta-data/tags/instance/" ->
          Optional.of(
              new TreeSet<>(instance.tags.keySet()).stream().collect(Collectors.joining("\n")));
      case "meta-data/instance-life-cycle" -> Optional.of("spot");
      case "meta-data/spot/instance-action" ->
          instance
              .announcement()
              .map(word -> json(Map.of("action", word.action(), "time", seconds(word.at()))));
      case "meta-data/events/recommendations/rebalance" ->
          instance.rebalance().map(at -> json(Map.of("noticeTime", seconds(at))));
      case "meta-data/autoscaling/target-lifecycle-state" -> Optional.of("InService");
      case "user-data" -> Optional.of(instance.template.userData()).filter(data -> !data.isEmpty());
      case "dynamic/instance-identity/document" -> Optional.of(identity());
      default ->
          path.equals(role) || path.equals(role + "/")
              ? Optional.of(settings.role())
              : path.equals(role + "/" + settings.role())
                  ? Optional.of(credentials())
                  : Optional.empty();
    };
  }

  private String identity() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("accountId", settings.account());
    document.put("architecture", "x86_64");
    document.put("availabilityZone", instance.zone);
    document.put("imageId", "ami-00000000000000000");
    document.put("instanceId", instance.id);
    document.put("instanceType", "local.process");
    document.put("pendingTime", seconds(instance.launched()));
    document.put("privateIp", instance.address);
    document.put("region", settings.region());
    document.put("version", "2017-09-30");
    return json(document);
  }

  private String credentials() {
    Instant now = clock.instant();
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("Code", "Success");
    document.put("LastUpdated", seconds(now));
    document.put("Type", "AWS-HMAC");
    document.put("AccessKeyId", "agent-" + instance.id);
    document.put("SecretAccessKey", "local-secret-of-" + instance.id);
    document.put("Token", "local-session-of-" + instance.id);
    document.put("Expiration", seconds(now.plus(CREDENTIALS_LAST)));
    return json(document);
  }

  private static String seconds(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String json(Map<String, Object> document) {
    try {
      return JSON.std.asString(document);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write an instance's metadata", e);
    }
  }
}
