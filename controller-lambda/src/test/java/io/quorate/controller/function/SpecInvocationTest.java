package io.quorate.controller.function;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.spec.Oddity;
import io.quorate.state.SpecRecord;
import io.quorate.store.SpecWrites;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SpecInvocationTest {
  private static final String SPEC = "{\"name\": \"demo\", \"etcd\": {\"version\": \"3.5\"}}";
  private static final String LARGER =
      "{\"name\": \"demo\", \"etcd\": {\"version\": \"3.5\", \"quota\": 8589934592}}";

  private final InMemoryRecordStore store = new InMemoryRecordStore();
  private final SpecWrites writes = new SpecWrites(store);
  private final SpecInvocation invocation =
      new SpecInvocation(
          writes,
          () -> Instant.parse("2026-01-02T03:04:05Z"),
          () -> ClusterUid.of(UUID.fromString("00000000-0000-4000-8000-000000000001")));

  @Test
  void storesASpecAsApplyDoes() {
    assertThat(call("one", "create", SPEC))
        .containsEntry("result", "created")
        .containsEntry("version", 1L);
    assertThat(call("one", "update", SPEC)).containsEntry("result", "unchanged");
    assertThat(call("one", "update", LARGER))
        .containsEntry("result", "updated")
        .containsEntry("version", 2L);
    assertThat(stored().spec().etcd().quota().bytes()).isEqualTo(8589934592L);
  }

  @Test
  void refusesNamingTheField() {
    assertThatThrownBy(() -> call("one", "create", "{\"name\": \"demo\", \"size\": 4}"))
        .hasMessageContaining("size: 4: expected 1, 3, 5 or 7")
        .hasMessageContaining("etcd.version: nothing: required");
    assertThat(writes.read(new ClusterName("demo"))).isEmpty();
  }

  static Stream<Oddity> oddities() throws IOException {
    return Oddity.all().filter(oddity -> oddity.terraform().isPresent());
  }

  /** Whatever Terraform makes of it: the plan of one that is not here is refused. */
  @ParameterizedTest
  @MethodSource("oddities")
  void aFileHasTheVerdictOfTheCommand(Oddity oddity) throws IOException {
    byte[] payload = payload(oddity.text(), oddity.terraform().orElseThrow());

    if (oddity.wrong().isEmpty()) {
      assertThat(invocation.answer(payload).orElseThrow()).containsEntry("result", "created");
    } else {
      assertThatThrownBy(() -> invocation.answer(payload))
          .isInstanceOf(SpecRefusedException.class)
          .extracting(refused -> Oddity.faults(String.valueOf(refused.getMessage())))
          .isEqualTo(oddity.wrong());
    }
  }

  @Test
  void aFileThatTerraformReadsOtherwiseIsRefused() throws IOException {
    Map<String, Object> read = Map.of("name", "12", "etcd", Map.of("version", "3.5"));

    assertThatThrownBy(() -> invocation.answer(payload("name: 012\netcd: {version: 3.5}", read)))
        .hasMessageContaining("name: \"012\": Terraform reads 12; put the value into quotes");
    assertThat(writes.read(new ClusterName("12"))).isEmpty();
  }

  @Test
  void theNameThatTheModuleAddsIsStoredBesideTheFile() throws IOException {
    Map<String, Object> read =
        Map.of(
            "name", "demo",
            "etcd", Map.of("version", "3.5"),
            "tls", Map.of("mode", "managed", "sans", List.of("demo.example.org")),
            "dns", Map.of("zone", "Z0", "name", "demo.example.org"));

    invocation.answer(payload("name: demo\netcd: {version: 3.5}\ntls: {mode: managed}", read));

    assertThat(stored().spec().tls().sans()).containsExactly("demo.example.org");
    assertThat(stored().spec().dns()).isPresent();
  }

  private static byte[] payload(String text, Map<String, ?> read) throws IOException {
    return JSON.std.asBytes(
        Map.of("source", "quorate.terraform", "owner", "one", "text", text, "spec", read));
  }

  @Test
  void aSecondBlockOfTheSameClusterIsRefused() {
    call("one", "create", SPEC);

    assertThatThrownBy(() -> call("two", "create", LARGER))
        .hasMessageContaining("managed by another block")
        .hasMessageContaining("terraform/one");
    assertThat(stored().version()).isEqualTo(1);
  }

  @Test
  void aDestroyedBlockLeavesTheRecordToTheNext() {
    call("one", "create", SPEC);

    assertThat(call("one", "delete", SPEC)).containsEntry("result", "kept");
    assertThat(stored().spec().name().value()).isEqualTo("demo");
    assertThat(call("two", "create", LARGER)).containsEntry("result", "updated");
  }

  @Test
  void aBlockThatNeverHadTheSayReleasesNothing() {
    call("one", "create", SPEC);

    call("two", "delete", SPEC);

    assertThat(stored().updatedBy()).isEqualTo("terraform/one");
  }

  @Test
  void aReleaseGivesTheNameFreeOnlyWhenItsBlockIsDestroyed() {
    call("one", "create", SPEC);

    assertThat(release("one", "create")).containsEntry("result", "kept");
    assertThat(release("one", "update")).containsEntry("result", "kept");
    assertThat(release("two", "delete")).containsEntry("result", "kept");
    assertThat(stored().updatedBy()).isEqualTo("terraform/one");

    release("one", "delete");
    assertThat(call("two", "create", LARGER)).containsEntry("result", "updated");
  }

  private Map<String, Object> release(String owner, String action) {
    return invocation
        .answer(
            "{\"source\": \"quorate.terraform\", \"owner\": \"%s\", \"release\": \"demo\", \"tf\": {\"action\": \"%s\"}}"
                .formatted(owner, action)
                .getBytes(UTF_8))
        .orElseThrow();
  }

  @Test
  void leavesEverythingElseToTheTriggers() {
    assertThat(invocation.answer("{\"source\": \"aws.events\"}".getBytes(UTF_8))).isEmpty();
    assertThat(invocation.answer("no JSON".getBytes(UTF_8))).isEmpty();
  }

  private Map<String, Object> call(String owner, String action, String spec) {
    String payload =
        "{\"source\": \"quorate.terraform\", \"owner\": \"%s\", \"spec\": %s, \"tf\": {\"action\": \"%s\"}}"
            .formatted(owner, spec, action);
    return invocation.answer(payload.getBytes(UTF_8)).orElseThrow();
  }

  private SpecRecord stored() {
    return writes.read(new ClusterName("demo")).orElseThrow();
  }
}
