package io.quorate.localcloud.instance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Launch templates by name, each with its versions from 1 on; the latest is the default. */
public final class LaunchTemplates {
  private final Map<String, List<LaunchTemplate>> versions = new ConcurrentHashMap<>();

  /** Adds a version, or the first one of a new name; returns its number. */
  public int add(String name, LaunchTemplate template) {
    return versions.merge(name, List.of(template), LaunchTemplates::joined).size();
  }

  private static List<LaunchTemplate> joined(List<LaunchTemplate> old, List<LaunchTemplate> more) {
    List<LaunchTemplate> all = new ArrayList<>(old);
    all.addAll(more);
    return List.copyOf(all);
  }

  /** Whether a template has this name. */
  public boolean has(String name) {
    return versions.containsKey(name);
  }

  /** The number of a version that is given as a number, {@code $Latest} or {@code $Default}. */
  public Optional<Integer> number(String name, String version) {
    int latest = versions.getOrDefault(name, List.of()).size();
    return switch (version) {
      case "$Latest", "$Default" -> Optional.of(latest).filter(number -> number > 0);
      default ->
          version.matches("[1-9]\\d{0,5}")
              ? Optional.of(Integer.valueOf(version)).filter(number -> number <= latest)
              : Optional.empty();
    };
  }

  /** A version that is there. */
  public LaunchTemplate of(String name, int number) {
    return versions.getOrDefault(name, List.of()).get(number - 1);
  }
}
