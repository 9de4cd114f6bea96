package io.quorate.controller.view;

/**
 * From what Auto Scaling launches an instance, or did.
 *
 * @param template the launch template's id
 * @param version its version, as Auto Scaling spells it
 */
public record LaunchSource(String template, String version) {
  /** Whether the version is a number, rather than {@code $Latest} or {@code $Default}. */
  public boolean numbered() {
    return version.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** As people read it. */
  @Override
  public String toString() {
    return template + " version " + version;
  }
}
