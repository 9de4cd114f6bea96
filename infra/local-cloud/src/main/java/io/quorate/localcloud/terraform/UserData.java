package io.quorate.localcloud.terraform;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The boot script in an instance's user data.
 *
 * @param script as cloud-init runs it
 * @param settings the assignments at its head, by variable
 */
public record UserData(String script, Map<String, String> settings) {
  private static final Pattern PART =
      Pattern.compile(
          "filename=\"10-quorate\"\n\n(#!/usr/bin/env bash\n.*?)\n--==quorate==", Pattern.DOTALL);
  private static final Pattern SETTING =
      Pattern.compile("^([A-Z][A-Z0-9_]*)='([^']*)'$", Pattern.MULTILINE);

  public UserData {
    settings = Map.copyOf(settings);
  }

  /** Reads the multipart document that cloud-init gets. */
  public static UserData of(String document) {
    Matcher part = PART.matcher(document);
    if (!part.find()) {
      throw new IllegalStateException(
          "the user data has no part 10-quorate with a bash script: " + document);
    }
    String script = part.group(1);
    Map<String, String> settings = new LinkedHashMap<>();
    SETTING
        .matcher(script)
        .results()
        .forEach((MatchResult found) -> settings.put(found.group(1), found.group(2)));
    return new UserData(script, settings);
  }

  /** The agent's part: its environment file, read as systemd reads it. */
  public NodeGroup.Agent agent() {
    Map<String, String> environment = new LinkedHashMap<>();
    setting("AGENT_ENV")
        .lines()
        .filter(line -> !line.isBlank())
        .forEach(
            line ->
                environment.put(
                    line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1)));
    return new NodeGroup.Agent(setting("DATA_DIR"), setting("INSTALL_DIR") + "/etcd", environment);
  }

  private String setting(String name) {
    String value = settings.get(name);
    if (value == null) {
      throw new IllegalStateException(
          "the boot script sets no %s, only %s".formatted(name, settings.keySet()));
    }
    return value;
  }
}
