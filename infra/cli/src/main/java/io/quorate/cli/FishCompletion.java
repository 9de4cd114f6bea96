package io.quorate.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The completion script for fish, one line for each command and option. */
final class FishCompletion {
  private final List<String> lines = new ArrayList<>();

  private FishCompletion() {}

  static String of(CommandSpec root) {
    FishCompletion script = new FishCompletion();
    script.lines.add("# Completion of quorate for fish.");
    script.lines.add("complete -c quorate -f");
    script.level(root, List.of());
    return String.join("\n", script.lines) + "\n";
  }

  private void level(CommandSpec spec, List<String> path) {
    Map<String, CommandLine> children = spec.subcommands();
    children.forEach(
        (name, child) ->
            lines.add(
                "complete -c quorate -n "
                    + quoted(open(path, children.keySet().stream().toList()))
                    + " -a "
                    + quoted(name)
                    + " -d "
                    + quoted(sentence(child.getCommandSpec().usageMessage().description()))));
    if (children.isEmpty()) {
      spec.options().forEach(option -> option(option, path));
    }
    children.forEach(
        (name, child) ->
            level(child.getCommandSpec(), Stream.concat(path.stream(), Stream.of(name)).toList()));
  }

  private void option(OptionSpec option, List<String> path) {
    String names =
        Stream.of(option.names())
            .map(
                name ->
                    name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1))
            .collect(Collectors.joining(" "));
    lines.add(
        "complete -c quorate -n "
            + quoted(seen(path))
            + " "
            + names
            + (option.arity().max() > 0 ? files(option) : "")
            + " -d "
            + quoted(sentence(option.description())));
  }

  /** An option that takes a value takes a file's name only where it says so. */
  private static String files(OptionSpec option) {
    return option.paramLabel().equals("FILE") || option.paramLabel().equals("DIR")
        ? " -r -F"
        : " -x";
  }

  /** Within these commands, and none of the ones below them is given yet. */
  private static String open(List<String> path, List<String> below) {
    return path.isEmpty()
        ? "__fish_use_subcommand"
        : seen(path) + "; and not __fish_seen_subcommand_from " + String.join(" ", below);
  }

  private static String seen(List<String> path) {
    return path.stream()
        .map(name -> "__fish_seen_subcommand_from " + name)
        .collect(Collectors.joining("; and "));
  }

  private static String sentence(String[] description) {
    String text = description.length == 0 ? "" : description[0];
    int end = text.indexOf(". ");
    return end < 0 ? text : text.substring(0, end + 1);
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
