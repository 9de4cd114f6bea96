package io.quorate.localcloud.lambda;

import java.nio.file.Path;

/**
 * An execution environment at one moment.
 *
 * @param id its id
 * @param pid its process
 * @param busy whether it has an invocation
 * @param initialized whether it ever asked for one
 * @param frozen whether it is stopped where it is
 * @param log its log
 */
public record EnvironmentView(
    String id, long pid, boolean busy, boolean initialized, boolean frozen, Path log) {}
