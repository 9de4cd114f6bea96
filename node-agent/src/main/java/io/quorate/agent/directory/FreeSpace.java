package io.quorate.agent.directory;

/** The filesystem under the data, in bytes; usable is what etcd itself may still take. */
public record FreeSpace(long totalBytes, long usableBytes) {}
