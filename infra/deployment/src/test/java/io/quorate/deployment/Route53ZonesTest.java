package io.quorate.deployment;

import static io.quorate.controller.view.DnsChange.Kind.CREATE;
import static io.quorate.controller.view.DnsChange.Kind.DELETE;
import static io.quorate.controller.view.DnsChange.Kind.UPSERT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.aws.CallListener;
import io.quorate.aws.HttpClients;
import io.quorate.controller.act.CloudUnavailableException;
import io.quorate.controller.act.HostedZones;
import io.quorate.controller.route53.Route53Endpoint;
import io.quorate.controller.route53.Route53Zones;
import io.quorate.controller.view.DnsChange;
import io.quorate.controller.view.DnsRecord;
import io.quorate.controller.view.ZoneView;
import io.quorate.localcloud.LocalCloud;
import io.quorate.localcloud.LocalCloudConfig;
import io.quorate.localcloud.QuorateRights;
import io.quorate.localcloud.faults.FaultAction;
import io.quorate.localcloud.faults.FaultRule;
import io.quorate.localcloud.route53.Route53;
import io.quorate.state.DnsRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;

/** The adapter on the local cloud's Route 53, as the controller with the rights of the module. */
class Route53ZonesTest {
  private static final String NAME = "demo.etcd.internal";
  private static final DnsRecord ADDRESSES =
      new DnsRecord(NAME, "A", 10, List.of("10.0.0.2", "10.0.0.1"));
  private static final DnsRecord MARK =
      new DnsRecord("_quorate." + NAME, "TXT", 10, List.of("\"quorate <a> & b\""));

  @TempDir Path home;
  private final SdkHttpClient http =
      HttpClients.shared(Duration.ofSeconds(2), Duration.ofSeconds(2));
  private LocalCloud cloud;
  private HostedZones zones;

  @BeforeEach
  void start() throws IOException {
    cloud = LocalCloud.start(LocalCloudConfig.inFolder(home));
    QuorateRights.enforceOn(cloud, instance -> Optional.empty());
    zones = as("controller");
  }

  private HostedZones as(String principal) {
    return new Route53Zones(
        http,
        StaticCredentialsProvider.create(AwsBasicCredentials.create(principal, "local")),
        Route53Endpoint.of("eu-central-1", Optional.of(cloud.endpoint().toString())),
        CallListener.NONE);
  }

  @AfterEach
  void stop() throws IOException {
    http.close();
    cloud.close();
  }

  private void change(DnsChange... changes) {
    zones.change(Route53.ZONE, List.of(changes));
  }

  private List<DnsRecord> records() {
    return ((ZoneView.Observed) zones.records(Route53.ZONE, NAME)).records();
  }

  private void assertRefused(String words, DnsRecords.Obstacle obstacle, DnsChange... changes) {
    assertRefused(Route53.ZONE, words, obstacle, changes);
  }

  private void assertRefused(
      String zone, String words, DnsRecords.Obstacle obstacle, DnsChange... changes) {
    List<DnsRecord> before = records();
    assertThatThrownBy(() -> zones.change(zone, List.of(changes)))
        .isInstanceOfSatisfying(
            CloudUnavailableException.class,
            refused -> {
              assertThat(refused).hasMessageContaining(words);
              assertThat(
                      new DnsRecords.Failure(String.valueOf(refused.getMessage()), Instant.EPOCH)
                          .obstacle())
                  .isEqualTo(obstacle);
            });
    assertThat(records()).isEqualTo(before);
  }

  @Test
  void aZoneThatStandsElsewhereTakesNamesOfItsOwnOnly() {
    DnsRecord other = new DnsRecord("demo.quorate.internal", "A", 10, List.of("10.0.0.1"));
    HostedZones administrator = as("administrator");
    cloud.hostedZones().add("Z1", "quorate.internal");
    administrator.change("Z1", List.of(new DnsChange(UPSERT, other)));

    cloud.hostedZones().add("Z1", "quorate.internal");
    assertThat(administrator.records("Z1", other.name()))
        .isEqualTo(new ZoneView.Observed(List.of(other)));
    assertThat(records()).isEmpty();
    assertThatThrownBy(() -> administrator.change("Z1", List.of(new DnsChange(UPSERT, ADDRESSES))))
        .hasMessageContaining("is not permitted in zone quorate.internal.");
  }

  @Test
  void whatIsWrittenIsReadAndStaysOverARestart() throws IOException {
    assertThat(records()).isEmpty();
    change(new DnsChange(CREATE, MARK), new DnsChange(UPSERT, ADDRESSES));

    assertThat(records()).containsExactlyInAnyOrder(ADDRESSES, MARK);
    cloud.close();
    start();
    assertThat(records()).containsExactlyInAnyOrder(ADDRESSES, MARK);

    DnsRecord fewer = new DnsRecord(NAME, "A", 10, List.of("10.0.0.1"));
    change(new DnsChange(UPSERT, fewer), new DnsChange(DELETE, MARK));
    assertThat(records()).containsExactly(fewer);
  }

  @Test
  void aBatchIsTakenAsAWholeOrNotAtAll() {
    change(new DnsChange(CREATE, MARK));
    DnsChange more = new DnsChange(UPSERT, ADDRESSES);

    assertRefused(
        "but it already exists", DnsRecords.Obstacle.REFUSED, more, new DnsChange(CREATE, MARK));
    assertRefused(
        "but it was not found",
        DnsRecords.Obstacle.REFUSED,
        more,
        new DnsChange(DELETE, ADDRESSES),
        new DnsChange(DELETE, new DnsRecord("i-1." + NAME, "A", 10, List.of("10.0.0.1"))));
    assertRefused(
        "the values provided do not match",
        DnsRecords.Obstacle.REFUSED,
        more,
        new DnsChange(DELETE, new DnsRecord(MARK.name(), "TXT", 10, List.of("\"other\""))));
  }

  @Test
  void oneBatchPutsAnotherMarkInPlaceOfTheLast() {
    change(new DnsChange(CREATE, MARK));
    DnsRecord next = new DnsRecord(MARK.name(), "TXT", 10, List.of("\"next\""));

    change(new DnsChange(DELETE, MARK), new DnsChange(CREATE, next));

    assertThat(records()).containsExactly(next);
  }

  @Test
  void onlyTheNameAndThoseBelowItAreRead() {
    List<DnsRecord> below =
        IntStream.range(0, 250)
            .mapToObj(
                n -> new DnsRecord("i-%03d.%s".formatted(n, NAME), "A", 10, List.of("10.0.0.1")))
            .toList();
    zones.change(
        Route53.ZONE,
        Stream.concat(
                below.stream(),
                Stream.of("a.etcd.internal", "z.etcd.internal", "xdemo.etcd.internal")
                    .map(name -> new DnsRecord(name, "A", 10, List.of("10.0.0.9"))))
            .map(record -> new DnsChange(CREATE, record))
            .toList());

    assertThat(records()).as("read by pages").containsExactlyElementsOf(below);
  }

  @Test
  void whatTheRightsDoNotAllowIsDenied() {
    assertRefused(
        "AccessDenied: controller is not authorized",
        DnsRecords.Obstacle.DENIED,
        new DnsChange(CREATE, new DnsRecord("etcd.internal", "A", 10, List.of("10.0.0.1"))));
    assertRefused(
        "AccessDenied",
        DnsRecords.Obstacle.DENIED,
        new DnsChange(CREATE, new DnsRecord(NAME, "NS", 10, List.of("ns.example."))));
    assertRefused(
        "ZOTHER", "AccessDenied", DnsRecords.Obstacle.DENIED, new DnsChange(CREATE, ADDRESSES));
    assertThat(zones.records("ZOTHER", NAME))
        .isInstanceOfSatisfying(
            ZoneView.Unknown.class,
            unknown -> assertThat(unknown.words()).startsWith("AccessDenied: "));
  }

  @Test
  void aZoneThatIsNotThereIsSaidToBe() {
    zones = as(Principals.ADMINISTRATOR);

    assertRefused(
        "ZOTHER",
        "NoSuchHostedZone: No hosted zone found with ID: ZOTHER",
        DnsRecords.Obstacle.NO_ZONE,
        new DnsChange(CREATE, ADDRESSES));
    assertRefused(
        "is not permitted in zone",
        DnsRecords.Obstacle.REFUSED,
        new DnsChange(CREATE, new DnsRecord("demo.example.org", "A", 10, List.of("10.0.0.1"))));
  }

  @Test
  void aCallIsMadeOnceWhateverBecomesOfIt() {
    cloud
        .faults()
        .add(
            FaultRule.always("slow", new FaultAction.Throttle())
                .onService("route53")
                .onOperation("ChangeResourceRecordSets")
                .times(1));
    assertRefused(
        "Throttling: Rate exceeded",
        DnsRecords.Obstacle.THROTTLED,
        new DnsChange(CREATE, ADDRESSES));

    cloud
        .faults()
        .add(
            FaultRule.always("lost", new FaultAction.DropAfter())
                .onService("route53")
                .onOperation("ChangeResourceRecordSets")
                .times(1));
    assertThatThrownBy(() -> change(new DnsChange(CREATE, ADDRESSES)))
        .hasMessageStartingWith("NoAnswer: ");
    assertThat(records()).as("it was taken").containsExactly(ADDRESSES);
  }

  @Test
  void eachPartitionHasAnEndpointOfItsOwn() {
    assertThat(Route53Endpoint.of("eu-central-1", Optional.empty()).toString())
        .contains("https://route53.amazonaws.com,", "us-east-1");
    assertThat(Route53Endpoint.of("cn-north-1", Optional.empty()).toString())
        .contains("https://route53.amazonaws.com.cn", "cn-northwest-1");
    assertThat(Route53Endpoint.of("us-gov-east-1", Optional.empty()).toString())
        .contains("https://route53.us-gov.amazonaws.com", "us-gov-west-1");
  }
}
