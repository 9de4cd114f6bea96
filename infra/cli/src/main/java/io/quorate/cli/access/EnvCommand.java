package io.quorate.cli.access;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.codec.Tree;
import io.quorate.model.ClusterName;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints what etcdctl reads from its environment. */
@Command(
    name = "env",
    description =
        "Prints exports for etcdctl: the endpoints of the members that serve, and the files of a"
            + " client's certificate where the cluster asks for one.")
public final class EnvCommand extends OneClusterCommand {
  @Mixin private final ClientCredentials credentials = new ClientCredentials();

  public EnvCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    ClusterSummary summary = summary(cloud, name, 0);
    ClientCredentials.Pems files = credentials.check(summary);
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("ETCDCTL_API", "3");
    variables.put("ETCDCTL_ENDPOINTS", String.join(",", ClientAccess.endpoints(summary)));
    files.all().forEach((variable, file) -> variables.put(variable, file.toString()));
    if (options().structured()) {
      Tree.Builder tree = Tree.builder();
      variables.forEach(tree::with);
      printTree(tree.build());
    } else {
      variables.forEach(
          (variable, value) -> print("export " + variable + "=" + quoted(value) + "\n"));
    }
    return CommandExitCode.OK;
  }

  /** For a shell: nothing within is read as anything but text. */
  private static String quoted(String value) {
    return "'" + value.replace("'", "'\\''") + "'";
  }
}
