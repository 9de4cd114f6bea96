package io.quorate.localcloud.instance;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * Failures over HTTP, for people and scripts: GET {@code /_cloud/instances} lists; POST {@code
 * /_cloud/instances/<id>/<op>} does one of kill, freeze, thaw (with {@code
 * ?target=agent|others|all}, all by default), wipe (with {@code ?folder=}), hold, release, cut,
 * reconnect, reboot, terminate, forget (a terminated one, as EC2 does after an hour), interrupt (a
 * spot interruption, with {@code ?action=terminate|stop&seconds=120}), rebalance (its
 * recommendation).
 */
public final class InstanceAdmin implements ServiceEndpoint {
  /** The path prefix to register it under. */
  public static final String PREFIX = "/_cloud/instances";

  private final Instances instances;

  /** Failures of these instances. */
  public InstanceAdmin(Instances instances) {
    this.instances = instances;
  }

  @Override
  public HttpReply handle(HttpCall call) throws IOException {
    List<String> parts =
        List.of(call.path().substring(PREFIX.length()).replaceFirst("^/", "").split("/", -1));
    try {
      if (call.method().equals("GET") && parts.equals(List.of(""))) {
        return json(200, instances.list().stream().map(InstanceAdmin::shown).toList());
      }
      if (call.method().equals("POST") && parts.size() == 2) {
        apply(parts.get(0), parts.get(1), call.query());
        return json(200, Map.of("instance", parts.get(0), "done", parts.get(1)));
      }
      return error(404, "expected GET %s or POST %s/<id>/<op>".formatted(PREFIX, PREFIX));
    } catch (NoSuchElementException e) {
      return error(404, String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      return error(400, String.valueOf(e.getMessage()));
    } catch (IllegalStateException e) {
      return error(409, String.valueOf(e.getMessage()));
    }
  }

  private void apply(String id, String operation, String query) throws IOException {
    switch (operation) {
      case "kill" -> instances.kill(id, target(query));
      case "freeze" -> instances.freeze(id, target(query));
      case "thaw" -> instances.thaw(id, target(query));
      case "wipe" -> instances.wipe(id, parameter(query, "folder", ""));
      case "hold" -> instances.holdAgent(id);
      case "release" -> instances.releaseAgent(id);
      case "cut" -> instances.cutOff(id);
      case "reconnect" -> instances.reconnect(id);
      case "reboot" -> instances.reboot(id);
      case "terminate" -> instances.terminate(id);
      case "forget" -> instances.forget(id);
      case "interrupt" ->
          instances.interrupt(
              id,
              parameter(query, "action", "terminate"),
              Duration.ofSeconds(Long.parseLong(parameter(query, "seconds", "120"))));
      case "rebalance" -> instances.recommendRebalance(id);
      default ->
          throw new IllegalArgumentException(
              "operation is '%s', expected kill, freeze, thaw, wipe, hold, release, cut, reconnect, reboot, terminate, forget, interrupt or rebalance"
                  .formatted(operation));
    }
  }

  private static ProcessTarget target(String query) {
    String name = parameter(query, "target", "all");
    return switch (name) {
      case "agent" -> ProcessTarget.AGENT;
      case "others" -> ProcessTarget.OTHERS;
      case "all" -> ProcessTarget.ALL;
      default ->
          throw new IllegalArgumentException(
              "target is '%s', expected agent, others or all".formatted(name));
    };
  }

  private static String parameter(String query, String name, String otherwise) {
    for (String pair : query.split("&", -1)) {
      if (pair.startsWith(name + "=")) {
        return URLDecoder.decode(pair.substring(name.length() + 1), StandardCharsets.UTF_8);
      }
    }
    return otherwise;
  }

  private static Map<String, Object> shown(InstanceView instance) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("instance", instance.id());
    shown.put("zone", instance.zone());
    shown.put("address", instance.address());
    shown.put("state", instance.state().wireName());
    shown.put("folder", instance.folder().toString());
    shown.put("launched", instance.launched().toString());
    instance.agentPid().ifPresent(pid -> shown.put("agentPid", pid));
    shown.put("agentStarts", instance.agentStarts());
    shown.put("agentHeld", instance.agentHeld());
    shown.put("cutOff", instance.cutOff());
    shown.put("otherPids", instance.otherPids());
    shown.put("tags", instance.tags());
    return shown;
  }

  private static HttpReply error(int status, String message) throws IOException {
    return json(status, Map.of("error", message));
  }

  private static HttpReply json(int status, Object value) throws IOException {
    return new HttpReply(
        status, Map.of("Content-Type", "application/json"), JSON.std.asBytes(value));
  }
}
