package io.quorate.benchmark;

import io.quorate.codec.JsonTree;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/**
 * What every benchmark takes. The options belong to the command itself and are inherited by what it
 * measures, so that each has one value wherever on the line it is given.
 */
public final class CommonOptions {
  @Option(
      names = "--runs",
      paramLabel = "N",
      scope = ScopeType.INHERIT,
      description =
          "How often each is measured. Default: 5; recovery, resize, space and upgrade: 3")
  private int runs;

  @Option(
      names = "--output",
      paramLabel = "FORM",
      scope = ScopeType.INHERIT,
      description = "text or json. Default: text")
  private String output = "text";

  @Option(
      names = "--address-block",
      paramLabel = "N",
      scope = ScopeType.INHERIT,
      description =
          "Instances get the addresses 127.0.N.x, and those of some blocks on. Default: one of each"
              + " benchmark's own")
  private int block;

  @Option(
      names = "--tls",
      paramLabel = "MODE",
      scope = ScopeType.INHERIT,
      description =
          "off or managed: whether members and clients speak TLS, as the quick start's do. Not with"
              + " snapshot and recovery. Default: off")
  private Tls tls = Tls.off;

  /** How often each is measured. */
  public int runs(int byDefault) {
    return runs == 0 ? byDefault : runs;
  }

  /** The first block of addresses. */
  public int block(int byDefault) {
    return block == 0 ? byDefault : block;
  }

  /** Whether members and clients speak TLS. */
  public Tls tls() {
    return tls;
  }

  /**
   * Refuses TLS where only plain connections are measured.
   *
   * @throws ParameterException which names the option
   */
  void plainOnly(CommandSpec command) {
    if (tls != Tls.off) {
      throw new ParameterException(
          command.commandLine(),
          "--tls "
              + tls
              + " is not measured with '"
              + command.name()
              + "', expected --tls off; infra/benchmark and infra/benchmark resize take it");
    }
  }

  /** Whether the report is for programs. */
  public boolean json() {
    return output.equals("json");
  }

  /** Prints the document, where the report is for programs. */
  public void printed(Measurements measured) {
    if (json()) {
      System.out.println(JsonTree.pretty(measured.document(tls)));
    }
  }
}
