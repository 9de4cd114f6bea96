package io.quorate.cli.access;

import io.quorate.cli.cluster.SpecText;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.render.TreeYaml;
import io.quorate.codec.JsonTree;
import io.quorate.spec.SpecError;
import io.quorate.spec.SpecReader;
import io.quorate.spec.SpecResult;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints the section {@code auth} for what etcd-cloud-operator had; nothing is sent anywhere. */
@Command(
    name = "convert",
    description =
        "Prints the section auth of a spec for the init-acl of a configuration of"
            + " etcd-cloud-operator. What it did otherwise, or cannot be taken over, such as"
            + " passwords in clear, is told on standard error. Nothing is sent anywhere.")
final class AuthConvertCommand implements Callable<Integer> {
  private final CommandContext context;

  @Parameters(
      paramLabel = "FILE",
      description = "Its configuration, or the section init-acl alone; - is standard input.")
  private String file = "";

  AuthConvertCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    OperatorAcl.Converted converted = OperatorAcl.convert(tree());
    if (!converted.faults().isEmpty()) {
      throw refused(converted.faults());
    }
    Map<String, Object> section = Map.of("auth", converted.auth());
    check(section);
    converted.remarks().forEach(remark -> context.err().print(remark + "\n"));
    context.out().print(TreeYaml.of(section));
    return CommandExitCode.OK;
  }

  private Object tree() {
    String text = SpecText.read(file, context.in());
    try {
      return new Load(LoadSettings.builder().build()).loadFromString(text);
    } catch (YamlEngineException e) {
      throw new CommandFailure(
          CommandExitCode.BAD_INPUT,
          file + " is no YAML: " + String.valueOf(e.getMessage()).replace('\n', ' '),
          e);
    }
  }

  /** By the rules that apply has: what it would refuse is not printed. */
  private void check(Map<String, Object> section) {
    String spec =
        JsonTree.write(
            Map.of(
                "name", "converted",
                "etcd", Map.of("version", "3.5"),
                "tls", Map.of("mode", "managed", "clients", "required"),
                "auth", section.getOrDefault("auth", Map.of())));
    if (SpecReader.read(spec) instanceof SpecResult.Invalid invalid) {
      throw refused(invalid.errors().stream().map(SpecError::toString).toList());
    }
  }

  private CommandFailure refused(List<String> faults) {
    return new CommandFailure(
        CommandExitCode.BAD_INPUT,
        file + " cannot be converted:\n  " + String.join("\n  ", faults));
  }
}
