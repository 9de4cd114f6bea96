package io.quorate.localcloud.instance;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Fills in what an instance's command is started with. */
final class InstanceEnvironment {
  private final InstanceSettings settings;
  private final Map<String, String> values;
  private final String id;
  private final String address;
  private final Path folder;

  InstanceEnvironment(
      InstanceSettings settings, String id, String address, String zone, Path folder) {
    this.settings = settings;
    this.id = id;
    this.address = address;
    this.folder = folder;
    this.values =
        Map.of(
            "{instance}", id,
            "{address}", address,
            "{zone}", zone,
            "{dir}", folder.toString(),
            "{cloud}", settings.gateway().toString());
  }

  List<String> command(LaunchTemplate template) {
    return template.command().stream().map(this::fill).toList();
  }

  void put(LaunchTemplate template, Map<String, String> environment) {
    MarkVariables.isolate(environment, folder.resolve("no-aws-profile"));
    environment.put("AWS_REGION", settings.region());
    environment.put("AWS_ENDPOINT_URL", settings.gateway().toString());
    environment.put("AWS_EC2_METADATA_SERVICE_ENDPOINT", metadata());
    Map<String, String> own = new HashMap<>(settings.environment());
    own.putAll(template.environment());
    own.forEach((name, value) -> environment.put(name, fill(value)));
    MarkVariables.put(environment, settings.home(), id);
  }

  private String metadata() {
    return "http://%s:%d".formatted(address, settings.metadataPort());
  }

  private String fill(String text) {
    String filled = text;
    for (Map.Entry<String, String> value : values.entrySet()) {
      filled = filled.replace(value.getKey(), value.getValue());
    }
    return filled;
  }
}
