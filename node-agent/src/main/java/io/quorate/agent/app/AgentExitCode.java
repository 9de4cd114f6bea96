package io.quorate.agent.app;

/** How the agent's process ends; the numbers are those of BSD's {@code sysexits.h}. */
public enum AgentExitCode {
  /** It was asked to stop and did. */
  CLEAN(0),
  /** A setting is missing or wrong: a restart changes nothing. */
  BAD_CONFIGURATION(64),
  /** An error nobody foresaw; etcd was left serving for the next agent to adopt. */
  INTERNAL(70),
  /** Another agent holds this disk. */
  DISK_HELD(75);

  private final int code;

  AgentExitCode(int code) {
    this.code = code;
  }

  /** What the operating system is told. */
  public int code() {
    return code;
  }
}
