package io.quorate.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.fuzz.DamagedText;
import io.quorate.fuzz.DamagedTree;
import io.quorate.fuzz.Fuzz;
import io.quorate.spec.SpecReader;
import io.quorate.spec.SpecResult;
import io.quorate.spec.SpecTree;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Records, objects and specs that somebody damaged: read, or refused by the one exception. */
class FuzzedRecordsTest {
  @TestFactory
  Stream<DynamicTest> eachRecordIsReadOrRefused() {
    return WireFormTest.forms()
        .collect(Collectors.groupingBy(form -> kind(form.name())))
        .values()
        .stream()
        .flatMap(
            kind ->
                kind.stream()
                    .map(
                        form ->
                            DynamicTest.dynamicTest(form.name(), () -> fuzz(form, kind.size()))));
  }

  private static String kind(String form) {
    String first = form.substring(0, (form + "-").indexOf('-'));
    return switch (first) {
      case "heartbeat" -> "rows of nodes";
      case "snapshot" -> "manifests and marks";
      case "instruction", "task" -> "commands";
      default -> "records";
    };
  }

  private static <T> void fuzz(WireFormTest.Form<T> form, int among) {
    Fuzz.run(form.name(), among, form.written(), DamagedTree::of, tree -> read(form, tree));
  }

  /** What was read can be written, and is the same again. */
  private static <T> boolean read(WireFormTest.Form<T> form, Map<String, Object> tree) {
    T read;
    try {
      read = form.reader().read(tree, form.name());
    } catch (UnreadableRecordException e) {
      return false;
    }
    Map<String, Object> written = form.writer().apply(read);
    assertThat(form.reader().read(written, form.name())).isEqualTo(read);
    return true;
  }

  @Test
  void objectsAreReadOrRefused() {
    WireFormTest.Form<?> manifest =
        WireFormTest.forms()
            .filter(form -> form.name().equals("snapshot-manifest"))
            .findFirst()
            .orElseThrow();
    Fuzz.run(
        "JSON of a manifest",
        JsonTree.pretty(manifest.written()).getBytes(UTF_8),
        DamagedText::of,
        bytes -> {
          try {
            return read(manifest, JsonTree.read(new String(bytes, UTF_8), "object"));
          } catch (UnreadableRecordException e) {
            return false;
          }
        });
  }

  @Test
  void specsAreReadOrRefused() {
    Map<String, Object> sample = SpecTree.of(Samples.SPEC.spec());
    Fuzz.run("tree of a spec", sample, DamagedTree::of, tree -> valid(SpecReader.fromTree(tree)));
    for (String yaml : List.of(JsonTree.pretty(sample), YAML)) {
      Fuzz.run(
          "text of a spec",
          yaml.getBytes(UTF_8),
          DamagedText::of,
          bytes -> valid(SpecReader.read(new String(bytes, UTF_8))));
    }
  }

  private static boolean valid(SpecResult result) {
    return switch (result) {
      case SpecResult.Valid(var spec) -> {
        assertThat(SpecReader.fromTree(SpecTree.of(spec))).isEqualTo(result);
        yield true;
      }
      case SpecResult.Invalid(var errors) -> {
        assertThat(errors).isNotEmpty();
        yield false;
      }
    };
  }

  private static final String YAML =
      """
      # A cluster.
      name: orders
      size: 3
      group: "orders-etcd"
      etcd:
        version: "3.5"
        quota: 2GiB
        extraFlags: {log-level: warn}
      tls: {mode: managed, clients: required}
      timings:
        heartbeatSteady: 20s
      auth:
        enabled: true
        roles: [{name: app, permissions: [{mode: readwrite, prefix: /app/}]}]
        users: [{name: app, roles: [app]}]
      """;
}
