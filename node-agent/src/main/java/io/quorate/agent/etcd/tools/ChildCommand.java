package io.quorate.agent.etcd.tools;

import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Prepares each program that the agent starts. etcd and its tools take every {@code ETCD_…}
 * variable of their environment as a flag that was not given, {@code ETCD_UNSAFE_NO_FSYNC} and
 * {@code ETCD_FORCE_NEW_CLUSTER} among them: none of the agent's own reaches them, for nobody
 * compared it with the spec.
 */
public final class ChildCommand {
  private static final String FLAG_PREFIX = "ETCD";

  private ChildCommand() {}

  /** The program with these arguments, without input. */
  public static ProcessBuilder of(List<String> argv) {
    return of(argv, System.getenv());
  }

  /** The same with this environment. */
  public static ProcessBuilder of(List<String> argv, Map<String, String> environment) {
    ProcessBuilder builder =
        new ProcessBuilder(argv).redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().keySet().removeIf(name -> name.startsWith(FLAG_PREFIX));
    return builder;
  }

  /** What an operator has to know of the variables that are not passed on, if there are any. */
  public static Optional<String> withheld(Map<String, String> environment) {
    List<String> names =
        environment.keySet().stream()
            .filter(name -> name.startsWith(FLAG_PREFIX))
            .sorted()
            .toList();
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the agent's environment sets "
                + String.join(", ", names)
                + ", which etcd is never given; set etcd.extraFlags of the cluster's spec instead,"
                + " and remove them from the agent's environment");
  }
}
