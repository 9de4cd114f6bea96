package io.quorate.etcdmodel;

/**
 * How a process ended.
 *
 * @param code its exit code, 128 + n for signal n
 * @param lastWords the last line of its log
 */
public record Exited(int code, String lastWords) {}
