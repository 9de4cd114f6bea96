package io.quorate.cli.access;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.cli.frame.Patience;
import io.quorate.cli.frame.Requests;
import io.quorate.cli.render.AuthText;
import io.quorate.model.ClusterName;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import java.time.Duration;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows access control as the spec asks for it and as etcd was seen to have it. */
@Command(
    name = "show",
    description =
        "Shows the users and roles that the spec asks for, whether they are applied, and how etcd"
            + " differs by the latest look at it.")
final class AuthShowCommand extends OneClusterCommand {
  private static final Patience LIVE = Patience.lasting(Duration.ofMinutes(2));

  @Option(
      names = "--live",
      description =
          "Has a member's agent look at etcd now, as auth refresh does, and waits for it.")
  private boolean live;

  AuthShowCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    if (live) {
      look(cloud, name);
    }
    if (options().structured()) {
      printTree(AuthText.json(summary(cloud, name, 0)));
    } else {
      print(AuthText.of(summary(cloud, name, 0)));
    }
    return CommandExitCode.OK;
  }

  private void look(Clouds.Open cloud, ClusterName name) {
    summary(cloud, name, 0);
    Requests requests = new Requests(cloud, context(), name, this::complain);
    Request answer = requests.follow(requests.submit(RequestKind.REFRESH_AUTH, Map.of()), LIVE);
    if (answer.state() != Request.State.DONE) {
      throw new CommandFailure(
          answer.state() == Request.State.REFUSED
              ? CommandExitCode.BAD_INPUT
              : CommandExitCode.NOT_HEALTHY,
          "etcd was not looked at: " + answer.state() + " " + answer.detail());
    }
  }
}
