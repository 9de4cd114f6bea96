package io.quorate.agent.port;

/**
 * A process, so that its pid's next user is not taken for it.
 *
 * @param pid process id
 * @param startedAt when it started, by the system
 */
public record ProcessMark(long pid, String startedAt) {}
