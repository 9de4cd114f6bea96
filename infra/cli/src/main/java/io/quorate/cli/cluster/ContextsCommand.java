package io.quorate.cli.cluster;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.ContextFile;
import io.quorate.cli.frame.ClusterCommand;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.render.TextTable;
import io.quorate.codec.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;

/** Lists the contexts of the file. */
@Command(
    name = "contexts",
    description =
        "Lists the contexts of the file of contexts; the one that counts now has a star. See"
            + " docs/operations.md, Contexts.")
public final class ContextsCommand extends ClusterCommand {
  private static final List<String> COLUMNS =
      List.of("", "NAME", "REGION", "PROFILE", "CLUSTERS TABLE", "ENDPOINT");

  public ContextsCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected boolean needsCloud() {
    return false;
  }

  @Override
  protected int run(Clouds.Open cloud) {
    return withoutCloud();
  }

  @Override
  protected int withoutCloud() {
    Optional<ContextFile> file = ContextFile.read(context().environment());
    Map<String, Map<String, String>> contexts = file.map(ContextFile::contexts).orElse(Map.of());
    Optional<String> counts = options().place().context();
    if (options().structured()) {
      printTree(
          Tree.builder()
              .with("file", ContextFile.path(context().environment()).toString())
              .withOptional("current", counts)
              .with("contexts", new LinkedHashMap<String, Object>(contexts))
              .build());
    } else if (contexts.isEmpty()) {
      print(
          "no contexts: the file "
              + ContextFile.path(context().environment())
              + " does not exist, or names none; see docs/operations.md, Contexts\n");
    } else {
      print(table(contexts, counts));
    }
    return CommandExitCode.OK;
  }

  private static String table(Map<String, Map<String, String>> contexts, Optional<String> counts) {
    TextTable table = new TextTable(COLUMNS, Set.of());
    contexts.forEach(
        (name, settings) ->
            table.row(
                List.of(
                    counts.filter(name::equals).isPresent() ? "*" : "",
                    name,
                    settings.getOrDefault("region", "—"),
                    settings.getOrDefault("profile", "—"),
                    settings.getOrDefault("clusters-table", "quorate-clusters"),
                    settings.getOrDefault("endpoint-url", "—"))));
    return String.join("\n", table.lines("")) + "\n";
  }
}
