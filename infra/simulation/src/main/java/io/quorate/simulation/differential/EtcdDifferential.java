package io.quorate.simulation.differential;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Compares the etcd model with real etcd.
 *
 * <p>{@code --sequences N [--seed S] [--lanes L] [--minutes M] [--shrink] [--out FOLDER]} or {@code
 * --replay FILE}. Exit code 1 when something differed.
 */
public final class EtcdDifferential {
  private EtcdDifferential() {}

  /** Runs it. */
  public static void main(String[] args) throws Exception {
    List<String> given = List.of(args);
    Path tools =
        Path.of(
            Optional.ofNullable(System.getenv("QUORATE_ETCD_DIR"))
                .orElseThrow(
                    () ->
                        new IllegalStateException(
                            "QUORATE_ETCD_DIR is not set: expected etcd's folder, see"
                                + " infra/tools/find-etcd")));
    Path scratch = Files.createTempDirectory("etcd-differential");
    Fuzz fuzz = new Fuzz(tools, scratch, Fuzz.Lengths.LONG, EtcdDifferential::say);
    boolean same;
    try {
      Optional<String> replay = option(given, "--replay");
      same = replay.isPresent() ? replay(fuzz, Path.of(replay.get())) : campaign(fuzz, given);
    } finally {
      RealDirectories.delete(scratch);
    }
    System.exit(same ? 0 : 1);
  }

  private static Optional<String> option(List<String> given, String name) {
    int at = given.indexOf(name);
    return at < 0 || at + 1 >= given.size() ? Optional.empty() : Optional.of(given.get(at + 1));
  }

  private static int number(List<String> given, String name, int otherwise) {
    return option(given, name).map(Integer::parseInt).orElse(otherwise);
  }

  private static boolean replay(Fuzz fuzz, Path file) throws Exception {
    Fuzz.Result result = fuzz.replay(History.parse(Files.readAllLines(file)));
    say(result.text() + "\n" + result.last());
    return !(result.last() instanceof Verdict.Different);
  }

  private static boolean campaign(Fuzz fuzz, List<String> given) {
    Campaign campaign =
        new Campaign(
            fuzz,
            option(given, "--out").map(Path::of),
            given.contains("--shrink"),
            EtcdDifferential::say);
    return campaign.run(
        number(given, "--seed", 1),
        number(given, "--sequences", 20),
        number(given, "--lanes", 4),
        TimeUnit.MINUTES.toNanos(number(given, "--minutes", 1_000_000)));
  }

  private static void say(String line) {
    System.out.println(line);
  }
}
