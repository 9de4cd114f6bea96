package io.quorate.cli.members;

import io.quorate.cli.access.ClientCredentials;
import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.etcd.EtcdMember;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.picture.MemberLine;
import io.quorate.cli.picture.Role;
import io.quorate.cli.picture.Roster;
import io.quorate.codec.Tree;
import io.quorate.model.ClusterName;
import io.quorate.state.Status;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Has the leader hand the lead to another voter. It is etcd's own transfer: nobody's data moves,
 * and the membership stays as it is. Refused while the controller has an operation under way, which
 * may rest on who leads.
 */
@Command(
    name = "move-leader",
    description =
        "Asks the leader, by your own certificate, to hand the lead to another voter that serves."
            + " Data and membership stay as they are. Refused while the controller has an operation"
            + " under way.")
final class MembersMoveLeaderCommand extends OneClusterCommand {
  @Mixin private final ClientCredentials credentials = new ClientCredentials();

  @Option(
      names = "--to",
      paramLabel = "WHO",
      description =
          "The instance or the member that is to lead; by default the voter that is least behind.")
  private Optional<String> to = Optional.empty();

  MembersMoveLeaderCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    ClusterSummary summary = summary(cloud, name, 0);
    ClientCredentials.Pems files = credentials.check(summary);
    summary
        .status()
        .flatMap(Status::operation)
        .ifPresent(
            open -> {
              throw refused(
                  "the controller has "
                      + open.kind()
                      + " under way, by "
                      + open.executor()
                      + ": wait for its end, as quorate status "
                      + name
                      + " shows it");
            });
    Roster roster = Roster.of(summary);
    MemberLine leader =
        roster
            .leaderLine()
            .filter(MemberLine::serving)
            .orElseThrow(() -> refused("no leader is seen: quorate status " + name + " tells why"));
    MemberLine next = next(roster, leader);
    if (next.equals(leader)) {
      return tell(name, leader, "unchanged", " leads already\n");
    }
    move(leader, next, files);
    return tell(name, next, "moved", " leads now\n");
  }

  private MemberLine next(Roster roster, MemberLine leader) {
    List<MemberLine> voters =
        roster.lines().stream()
            .filter(line -> line.role() == Role.VOTER || line.role() == Role.LEADER)
            .filter(line -> line.serving() && !line.silent())
            .toList();
    if (to.isPresent()) {
      return voters.stream()
          .filter(line -> named(line, to.get()))
          .findFirst()
          .orElseThrow(
              () ->
                  refused(
                      "--to '"
                          + to.get()
                          + "' is no voter that serves: expected one of "
                          + voters.stream()
                              .map(line -> line.instance().map(Object::toString).orElse("?"))
                              .collect(Collectors.joining(", "))));
    }
    return voters.stream()
        .filter(line -> !line.equals(leader))
        .min(Comparator.comparing(line -> line.lag().orElse(Long.MAX_VALUE)))
        .orElseThrow(() -> refused("no other voter serves that could lead"));
  }

  private static boolean named(MemberLine line, String who) {
    return line.instance().filter(id -> id.value().equals(who)).isPresent()
        || line.member().filter(id -> id.toString().equals(who)).isPresent();
  }

  private static void move(MemberLine leader, MemberLine next, ClientCredentials.Pems files) {
    String url = leader.heartbeat().orElseThrow().endpoints().clientUrl();
    try {
      EtcdMember.at(url, files.ca(), files.certificate(), files.key())
          .moveLeader(next.member().orElseThrow());
    } catch (IOException e) {
      throw new CommandFailure(
          CommandExitCode.UNAVAILABLE,
          "the leader at "
              + url
              + " did not hand over: "
              + Optional.ofNullable(e.getMessage()).orElse(e.toString())
              + "; expected this machine to reach the members, and a certificate that they take;"
              + " with etcd's access control on, that of a user with role root",
          e);
    }
  }

  private int tell(ClusterName name, MemberLine leader, String result, String words) {
    String instance = leader.instance().map(Object::toString).orElse("?");
    if (options().structured()) {
      printTree(
          Tree.builder()
              .with("cluster", name)
              .with("result", result)
              .with("leader", instance)
              .withOptional("member", leader.member())
              .build());
    } else {
      print(
          "cluster "
              + name
              + ": "
              + instance
              + leader.member().map(id -> ", member " + id + ",").orElse("")
              + words);
    }
    return CommandExitCode.OK;
  }

  private static CommandFailure refused(String why) {
    return new CommandFailure(CommandExitCode.BAD_INPUT, "nothing was asked for: " + why);
  }
}
