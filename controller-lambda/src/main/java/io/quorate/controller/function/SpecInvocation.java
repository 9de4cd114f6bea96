package io.quorate.controller.function;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.SpecChange;
import io.quorate.spec.SpecError;
import io.quorate.spec.SpecReader;
import io.quorate.spec.SpecResult;
import io.quorate.state.SpecRecord;
import io.quorate.store.SpecWrites;
import io.quorate.store.SpecWrites.Applied;
import java.io.IOException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Stores the spec that Terraform hands over, by the same code as {@code quorate apply}.
 *
 * <p>Each module block has an owner id. A spec that one block stored is refused from another, so
 * that two blocks with one cluster name do not overwrite each other in turn. Destroying a block
 * deletes no record. A block's other resource only gives the name free when it is destroyed; older
 * modules told the end of a block through the spec's own resource.
 */
final class SpecInvocation {
  /** The payload's {@code source}. */
  static final String SOURCE = "quorate.terraform";

  private static final String BY = "terraform/";
  private static final String RELEASED = BY + "released";

  /** What the module adds: the name that clients reach the cluster by. */
  private static final Set<String> ADDED = Set.of("tls.sans", "dns.zone", "dns.name");

  private final SpecWrites writes;
  private final InstantSource clock;
  private final Supplier<ClusterUid> uids;

  SpecInvocation(SpecWrites writes, InstantSource clock, Supplier<ClusterUid> uids) {
    this.writes = writes;
    this.clock = clock;
    this.uids = uids;
  }

  /**
   * Answers a payload of this source; empty for any other.
   *
   * @throws SpecRefusedException naming each field that is wrong; Terraform shows its message
   */
  Optional<Map<String, Object>> answer(byte[] payload) {
    return read(payload)
        .filter(call -> SOURCE.equals(call.get("source")))
        .map(call -> answer(call, BY + call.get("owner")));
  }

  private static Optional<Map<?, ?>> read(byte[] payload) {
    try {
      return JSON.std.anyFrom(payload) instanceof Map<?, ?> call
          ? Optional.of(call)
          : Optional.empty();
    } catch (IOException noJson) {
      // TriggerReader reports it.
      return Optional.empty();
    }
  }

  private Map<String, Object> answer(Map<?, ?> call, String owner) {
    boolean ends = call.get("tf") instanceof Map<?, ?> step && "delete".equals(step.get("action"));
    if (call.get("release") instanceof String name) {
      ClusterName cluster = new ClusterName(name);
      return ends ? release(cluster, writes.read(cluster), owner) : kept(cluster);
    }
    ClusterSpec spec = spec(call);
    Optional<SpecRecord> stored = writes.read(spec.name());
    if (ends) {
      return release(spec.name(), stored, owner);
    }
    stored.ifPresent(record -> checkOwner(record, owner));
    return switch (writes.apply(spec, uids.get(), clock.instant(), owner)) {
      case Applied.Created created -> told("created", created.record());
      case Applied.Updated updated -> told("updated", updated.record());
      case Applied.Unchanged same -> told("unchanged", same.record());
      case Applied.Refused refused -> throw refused(refused.errors());
      case Applied.Conflict conflict ->
          throw new SpecRefusedException(
              "the spec of " + spec.name() + " changed meanwhile; run terraform apply again");
    };
  }

  /**
   * What the module read and added to. The file's own text, where there is one, is read as by the
   * command and has the last word: YAML of Terraform takes what is refused here, and may read a
   * value otherwise.
   */
  @SuppressWarnings("unchecked") // JSON objects have text keys.
  private static ClusterSpec spec(Map<?, ?> call) {
    Optional<ClusterSpec> written =
        call.get("text") instanceof String text
            ? Optional.of(sound(SpecReader.read(text)))
            : Optional.empty();
    if (!(call.get("spec") instanceof Map<?, ?> fields)) {
      throw new SpecRefusedException("spec: expected an object with the cluster's fields");
    }
    ClusterSpec told = sound(SpecReader.fromTree((Map<String, Object>) fields));
    written.ifPresent(file -> checkSame(file, told));
    return told;
  }

  private static ClusterSpec sound(SpecResult result) {
    return switch (result) {
      case SpecResult.Valid valid -> valid.spec();
      case SpecResult.Invalid invalid -> throw refused(invalid.errors());
    };
  }

  private static void checkSame(ClusterSpec written, ClusterSpec told) {
    List<SpecError> differences =
        SpecChange.between(written, told).changes().stream()
            .filter(change -> !ADDED.contains(change.path()))
            .map(
                change ->
                    SpecError.of(
                        change.path(),
                        change.before().orElse(null),
                        "Terraform reads "
                            + change.after().orElse("nothing")
                            + "; put the value into quotes"))
            .toList();
    if (!differences.isEmpty()) {
      throw refused(differences);
    }
  }

  private static void checkOwner(SpecRecord record, String owner) {
    String by = record.updatedBy();
    if (by.startsWith(BY) && !by.equals(RELEASED) && !by.equals(owner)) {
      throw new SpecRefusedException(
          "name: cluster "
              + record.spec().name()
              + " is managed by another block of the module etcd-cluster ("
              + by
              + "); give this one another name, or destroy the other block first");
    }
  }

  private Map<String, Object> release(
      ClusterName cluster, Optional<SpecRecord> stored, String owner) {
    stored
        .filter(record -> record.updatedBy().equals(owner))
        .ifPresent(record -> writes.handOver(record, clock.instant(), RELEASED));
    return kept(cluster);
  }

  private static Map<String, Object> kept(ClusterName cluster) {
    return Map.of("cluster", cluster.value(), "result", "kept");
  }

  private static Map<String, Object> told(String result, SpecRecord record) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("cluster", record.spec().name().value());
    answer.put("result", result);
    answer.put("uid", record.uid().value());
    answer.put("version", record.version());
    return answer;
  }

  private static SpecRefusedException refused(List<SpecError> errors) {
    return new SpecRefusedException(
        errors.stream().map(SpecError::toString).collect(Collectors.joining("\n")));
  }
}
