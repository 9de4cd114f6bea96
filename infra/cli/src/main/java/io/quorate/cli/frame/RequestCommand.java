package io.quorate.cli.frame;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.codec.Tree;
import io.quorate.model.ClusterName;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import java.time.Duration;
import java.util.Map;

/** A command that writes a request to the controller and tells what came of it. */
public abstract class RequestCommand extends OneClusterCommand {
  /** Of what needs no task, an answer is awaited for a minute. */
  protected static final Patience A_MINUTE = Patience.lasting(Duration.ofMinutes(1));

  protected RequestCommand(CommandContext context) {
    super(context);
  }

  /** Asks, and follows the request. */
  protected final int ask(
      Clouds.Open cloud,
      ClusterName name,
      RequestKind kind,
      Map<String, String> arguments,
      Patience patience) {
    summary(cloud, name, 0);
    Requests requests = new Requests(cloud, context(), name, this::complain);
    Request asked = requests.submit(kind, arguments);
    return told(name, requests.follow(asked, patience), patience.follows());
  }

  private int told(ClusterName name, Request request, boolean awaited) {
    if (options().structured()) {
      printTree(json(name, request));
    } else if (request.state() == Request.State.DONE) {
      print(request.detail() + "\n");
    } else if (!request.state().closed() && !awaited) {
      print("request " + request.id() + " is written; quorate events " + name + " tells of it\n");
    } else {
      complain(words(request));
    }
    return switch (request.state()) {
      case DONE -> CommandExitCode.OK;
      case REFUSED -> CommandExitCode.BAD_INPUT;
      case FAILED -> CommandExitCode.NOT_HEALTHY;
      case OPEN, TAKEN_UP -> awaited ? CommandExitCode.NOT_HEALTHY : CommandExitCode.OK;
    };
  }

  private static String words(Request request) {
    return switch (request.state()) {
      case DONE -> request.detail();
      case REFUSED -> "refused, nothing was changed: " + request.detail();
      case FAILED -> "failed: " + request.detail();
      case OPEN, TAKEN_UP ->
          "request "
              + request.id()
              + " is not answered yet ("
              + request.state()
              + (request.detail().isEmpty() ? "" : ", " + request.detail())
              + "); it stays: quorate status tells whether the controller has its turns";
    };
  }

  private static Map<String, Object> json(ClusterName name, Request request) {
    Tree.Builder result = Tree.builder();
    request.result().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(entry -> result.with(entry.getKey(), entry.getValue()));
    return Tree.builder()
        .with("cluster", name)
        .with("request", request.id())
        .with("kind", request.kind())
        .with("state", request.state())
        .with("message", request.detail())
        .with("result", result.build())
        .build();
  }
}
