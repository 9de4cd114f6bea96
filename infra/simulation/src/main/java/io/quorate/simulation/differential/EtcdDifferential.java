package io.quorate.simulation.differential;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Compares the etcd model with real etcd: the command behind infra/tools/etcd-differential. */
@Command(name = "infra/tools/etcd-differential", sortOptions = false)
public final class EtcdDifferential implements Callable<Integer> {
  @Option(names = "--sequences", defaultValue = "20", description = "how many to compare")
  private int sequences;

  @Option(names = "--seed", defaultValue = "1", description = "of the first sequence")
  private int seed;

  @Option(names = "--lanes", defaultValue = "4", description = "how many side by side")
  private int lanes;

  @Option(names = "--minutes", defaultValue = "1000000", description = "when to end at the latest")
  private int minutes;

  @Option(names = "--shrink", description = "shorten a sequence that differs")
  private boolean shrink;

  @Option(names = "--out", description = "the folder for sequences that differ")
  private Optional<Path> out = Optional.empty();

  @Option(names = "--replay", description = "the file of the one sequence to compare")
  private Optional<Path> replay = Optional.empty();

  private EtcdDifferential() {}

  /** Exits with 1 when something differed, and 2 when it was asked for what it cannot do. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new EtcdDifferential()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    Path tools =
        Optional.ofNullable(System.getenv("QUORATE_ETCD_DIR"))
            .map(Path::of)
            .orElseThrow(
                () ->
                    wrong(
                        "QUORATE_ETCD_DIR is not set: expected etcd's folder, see"
                            + " infra/tools/find-etcd"));
    for (int number : new int[] {sequences, lanes, minutes}) {
      if (number <= 0) {
        throw wrong("--sequences, --lanes and --minutes are to be at least 1, one is " + number);
      }
    }
    if (replay.isPresent() && !Files.isReadable(replay.get())) {
      throw wrong("--replay is " + replay.get() + ", expected a file that can be read");
    }
    return same(tools) ? 0 : 1;
  }

  private ParameterException wrong(String why) {
    return new ParameterException(new CommandLine(this), why);
  }

  private boolean same(Path tools) throws Exception {
    Path scratch = Files.createTempDirectory("etcd-differential");
    Fuzz fuzz = new Fuzz(tools, scratch, Fuzz.Lengths.LONG, EtcdDifferential::say);
    try {
      return replay.isPresent() ? replay(fuzz, replay.get()) : campaign(fuzz);
    } finally {
      RealDirectories.delete(scratch);
    }
  }

  private static boolean replay(Fuzz fuzz, Path file) throws Exception {
    Fuzz.Result result = fuzz.replay(History.parse(Files.readAllLines(file)));
    say(result.text() + "\n" + result.last());
    return !(result.last() instanceof OpVerdict.Different);
  }

  private boolean campaign(Fuzz fuzz) {
    Campaign campaign = new Campaign(fuzz, out, shrink, EtcdDifferential::say);
    return campaign.run(seed, sequences, lanes, TimeUnit.MINUTES.toNanos(minutes));
  }

  private static void say(String line) {
    System.out.println(line);
  }
}
