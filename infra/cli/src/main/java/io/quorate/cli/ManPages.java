package io.quorate.cli;

import io.quorate.cli.frame.Examples;
import io.quorate.release.ProjectVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Manual pages in the roff of man(7), one for each command, from the same model as the help. */
final class ManPages {
  private ManPages() {}

  /** Writes quorate.1, quorate-status.1, quorate-snapshot-take.1 and all others into a folder. */
  static int write(CommandSpec root, Path folder) throws IOException {
    Files.createDirectories(folder);
    return write(root, root, folder);
  }

  private static int write(CommandSpec root, CommandSpec spec, Path folder) throws IOException {
    Files.writeString(folder.resolve(name(spec) + ".1"), page(root, spec));
    int written = 1;
    for (CommandLine below : spec.subcommands().values()) {
      if (!below.getCommandName().equals("help")
          && !below.getCommandSpec().usageMessage().hidden()) {
        written += write(root, below.getCommandSpec(), folder);
      }
    }
    return written;
  }

  private static String name(CommandSpec spec) {
    return spec.qualifiedName("-");
  }

  private static String page(CommandSpec root, CommandSpec spec) {
    StringBuilder page = new StringBuilder(".\\\" Made from the command's own help.\n");
    page.append(".TH ")
        .append(quoted(name(spec).toUpperCase(Locale.ROOT)))
        .append(" 1 \"\" ")
        .append(quoted("Quorate " + ProjectVersion.read()))
        .append(" \"Quorate\"\n");
    List<String> about = List.of(spec.usageMessage().description());
    page.append(".SH NAME\n")
        .append(text(name(spec)))
        .append(" \\- ")
        .append(text(firstSentence(about)))
        .append('\n');
    page.append(".SH SYNOPSIS\n").append(synopsis(spec)).append('\n');
    page.append(".SH DESCRIPTION\n");
    about.forEach(line -> page.append(text(line)).append('\n'));
    arguments(page, "ARGUMENTS", spec.positionalParameters());
    arguments(page, "OPTIONS", spec.options());
    below(page, "COMMANDS", spec);
    lines(page, "EXAMPLES", Examples.of(spec));
    exitCodes(page, root);
    page.append(".SH SEE ALSO\n").append(seeAlso(spec)).append('\n');
    return page.toString();
  }

  private static String firstSentence(List<String> about) {
    String text = about.isEmpty() ? "" : about.getFirst();
    int end = text.indexOf(". ");
    return end < 0 ? text : text.substring(0, end + 1);
  }

  private static String synopsis(CommandSpec spec) {
    String rest =
        spec.subcommands().isEmpty()
            ? " [OPTIONS]"
                + spec.positionalParameters().stream()
                    .map(
                        each ->
                            each.arity().min() == 0
                                ? " [" + each.paramLabel() + "]"
                                : " " + each.paramLabel())
                    .collect(Collectors.joining())
            : " COMMAND";
    return ".B " + text(spec.qualifiedName()) + "\n" + text(rest.strip());
  }

  private static void arguments(StringBuilder page, String heading, List<? extends ArgSpec> all) {
    if (all.isEmpty()) {
      return;
    }
    page.append(".SH ").append(heading).append('\n');
    for (ArgSpec each : all) {
      page.append(".TP\n.B ").append(text(head(each))).append('\n');
      page.append(text(String.join(" ", each.description()))).append('\n');
    }
  }

  private static String head(ArgSpec each) {
    return switch (each) {
      case OptionSpec option ->
          String.join(", ", option.names())
              + (option.arity().max() > 0 ? " " + option.paramLabel() : "");
      case PositionalParamSpec parameter -> parameter.paramLabel();
      default -> each.paramLabel();
    };
  }

  private static void below(StringBuilder page, String heading, CommandSpec spec) {
    if (spec.subcommands().isEmpty()) {
      return;
    }
    page.append(".SH ").append(heading).append('\n');
    spec.subcommands()
        .forEach(
            (name, child) -> {
              page.append(".TP\n.B ").append(text(name)).append('\n');
              page.append(
                      text(
                          firstSentence(
                              List.of(child.getCommandSpec().usageMessage().description()))))
                  .append('\n');
            });
  }

  private static void lines(StringBuilder page, String heading, List<String> lines) {
    if (lines.isEmpty()) {
      return;
    }
    page.append(".SH ").append(heading).append("\n.nf\n");
    lines.forEach(line -> page.append(text(line)).append('\n'));
    page.append(".fi\n");
  }

  private static void exitCodes(StringBuilder page, CommandSpec root) {
    page.append(".SH EXIT STATUS\n");
    root.usageMessage()
        .exitCodeList()
        .forEach(
            (code, meaning) ->
                page.append(".TP\n.B ")
                    .append(code.strip())
                    .append('\n')
                    .append(text(meaning))
                    .append('\n'));
  }

  private static String seeAlso(CommandSpec spec) {
    Stream<String> above = spec.parent() == null ? Stream.of() : Stream.of(name(spec.parent()));
    return Stream.concat(
            above,
            spec.subcommands().values().stream()
                .filter(child -> !child.getCommandName().equals("help"))
                .map(child -> name(child.getCommandSpec())))
        .map(page -> ".BR " + text(page) + " (1)")
        .collect(Collectors.joining("\n"));
  }

  private static String quoted(String text) {
    return "\"" + text(text) + "\"";
  }

  /** Nothing within is read as a request or an escape. */
  private static String text(String plain) {
    String escaped =
        plain.replace("%n", " ").replace("%%", "%").replace("\\", "\\e").replace("-", "\\-");
    escaped =
        escaped
            .codePoints()
            .mapToObj(
                point ->
                    point < 128
                        ? Character.toString(point)
                        : String.format(Locale.ROOT, "\\[u%04X]", point))
            .collect(Collectors.joining());
    return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
  }
}
