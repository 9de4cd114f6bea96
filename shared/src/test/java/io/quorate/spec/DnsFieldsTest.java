package io.quorate.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.guards.Guards;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DnsFieldsTest {
  private static SpecResult read(String rest) {
    return SpecReader.read("name: demo\netcd: {version: 3.5}\n" + rest);
  }

  private static List<String> errors(String rest) {
    return read(rest) instanceof SpecResult.Invalid invalid
        ? invalid.errors().stream().map(SpecError::toString).toList()
        : List.of();
  }

  @Test
  void zoneAndNameAreReadAndWritten() {
    ClusterSpec spec = read("dns: {zone: Z0AB, name: demo.etcd.internal}").orThrow();

    assertThat(spec.dns()).contains(new DnsSettings("Z0AB", "demo.etcd.internal"));
    assertThat(SpecReader.fromTree(SpecTree.of(spec)).orThrow()).isEqualTo(spec);
    assertThat(read("").orThrow().dns()).isEmpty();
    assertThat(SpecTree.of(read("").orThrow())).doesNotContainKey("dns");
  }

  @Test
  void withManagedTlsTheNameIsInEachCertificate() {
    assertThat(
            read("tls: {mode: managed, sans: [lb.example]}\ndns: {zone: Z1, name: a.internal}")
                .orThrow()
                .certifiedNames())
        .containsExactly("lb.example", "a.internal", "*.a.internal");
    assertThat(
            read("tls: {mode: managed, sans: [a.internal]}\ndns: {zone: Z1, name: a.internal}")
                .orThrow()
                .certifiedNames())
        .containsExactly("a.internal", "*.a.internal");
    assertThat(read("dns: {zone: Z1, name: a.internal}").orThrow().certifiedNames()).isEmpty();
  }

  @Test
  @Guards("CrossRules#8")
  void oneWithoutTheOtherIsRefused() {
    assertThat(errors("dns: {zone: Z1}"))
        .singleElement()
        .asString()
        .contains("dns.name: nothing: expected a DNS name")
        .contains("since dns.zone is given");
    assertThat(errors("dns: {name: a.internal}"))
        .singleElement()
        .asString()
        .contains("dns.zone: nothing: expected the id of a hosted zone")
        .contains("since dns.name is given");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"internal", "*.internal", "10.0.0.7", "fd00::1", "A.internal", "a_b.c", "a.b."})
  void whatIsNoNameIsRefused(String name) {
    assertThat(errors("dns: {zone: Z1, name: \"" + name + "\"}"))
        .singleElement()
        .asString()
        .contains("dns.name: \"" + name + "\": expected a DNS name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"example.org", "z1", "/hostedzone/Z1", "Z"})
  void whatIsNoZoneIsRefused(String zone) {
    assertThat(errors("dns: {zone: " + zone + ", name: a.internal}"))
        .singleElement()
        .asString()
        .contains("dns.zone: \"" + zone + "\": expected the id of a hosted zone");
  }
}
