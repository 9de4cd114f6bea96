package io.quorate.e2e;

import io.quorate.aws.CallListener;
import io.quorate.aws.HttpClients;
import io.quorate.controller.act.HostedZones;
import io.quorate.controller.route53.Route53Endpoint;
import io.quorate.controller.route53.Route53Zones;
import io.quorate.controller.view.DnsRecord;
import io.quorate.controller.view.ZoneView;
import io.quorate.deployment.Principals;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.state.Heartbeat;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;

/**
 * The name of a stage's cluster, as the zone tells it.
 *
 * @param stage of the cluster
 * @param zone id of the zone
 * @param name that the controller keeps
 */
record KeptName(Stage stage, String zone, String name) {
  private static final Duration SILENCE = Duration.ofSeconds(2);

  /** What the name tells; never empty once it told somebody. */
  Set<String> told() {
    return records().stream()
        .filter(record -> record.name().equals(name) && record.type().equals("A"))
        .flatMap(record -> record.values().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The records of the name and of those below it. */
  List<DnsRecord> records() {
    try (SdkHttpClient http = HttpClients.shared(SILENCE, SILENCE)) {
      HostedZones zones =
          new Route53Zones(
              http,
              StaticCredentialsProvider.create(
                  AwsBasicCredentials.create(Principals.ADMINISTRATOR, "local")),
              Route53Endpoint.of(
                  "us-east-1", Optional.of(stage.deployment.cloud().endpoint().toString())),
              CallListener.NONE);
      return switch (zones.records(zone, name)) {
        case ZoneView.Observed(List<DnsRecord> records) -> records;
        case ZoneView.Unknown(String words) -> throw new IllegalStateException(words);
      };
    }
  }

  /** The addresses of the members that serve. */
  Set<String> serving() {
    Set<String> running =
        stage.running().stream().map(InstanceView::id).collect(Collectors.toSet());
    return stage.heartbeats().stream()
        .filter(row -> running.contains(row.instance().value()))
        .filter(Heartbeat::serving)
        .map(row -> URI.create(row.endpoints().clientUrl()).getHost())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
