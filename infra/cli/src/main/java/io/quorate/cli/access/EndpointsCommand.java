package io.quorate.cli.access;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.codec.Tree;
import io.quorate.model.ClusterName;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.DnsSettings;
import io.quorate.state.Condition;
import io.quorate.state.DnsRecords;
import io.quorate.state.SpecRecord;
import io.quorate.state.Status;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints where clients reach a cluster. */
@Command(
    name = "endpoints",
    description =
        "Prints the client URLs of the members that serve, separated by commas, as etcdctl's"
            + " --endpoints takes them; or the name that stays while members come and go, where the"
            + " spec has one (dns).")
public final class EndpointsCommand extends OneClusterCommand {
  private static final int CLIENT_PORT = 2379;
  private static final Set<Condition.Type> NAME_FAILS =
      Set.of(Condition.Type.DNS_LATE, Condition.Type.DNS_NAME_TAKEN);

  @ArgGroup private Which which = new Which();

  /** At most one of them; the members that serve without any. */
  static final class Which {
    @Option(
        names = "--now",
        description = "The URLs of the members that serve now; the same without an option.")
    boolean now;

    @Option(names = "--dns", description = "One URL with the cluster's name.")
    boolean dns;

    @Option(
        names = "--srv",
        description = "The domain whose SRV records tell the members: etcdctl's --discovery-srv.")
    boolean srv;
  }

  public EndpointsCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    ClusterSummary summary = summary(cloud, name, 0);
    Optional<ClusterSpec> spec = summary.spec().map(SpecRecord::spec);
    Optional<DnsSettings> dns = spec.flatMap(ClusterSpec::dns);
    if (which.dns || which.srv) {
      DnsSettings settings = dns.orElseThrow(() -> nameless(name));
      String url = url(spec.orElseThrow(), settings, summary);
      tellTrouble(summary, settings);
      if (options().structured()) {
        printTree(
            Tree.builder()
                .with("cluster", name)
                .with("endpoints", List.of(url))
                .with("discoverySrv", settings.name())
                .build());
      } else {
        print((which.srv ? settings.name() : url) + "\n");
      }
      return CommandExitCode.OK;
    }
    List<String> urls = ClientAccess.endpoints(summary);
    if (options().structured()) {
      printTree(Tree.builder().with("cluster", name).with("endpoints", urls).build());
    } else {
      print(String.join(",", urls) + "\n");
    }
    return CommandExitCode.OK;
  }

  private static CommandFailure nameless(ClusterName name) {
    return new CommandFailure(
        CommandExitCode.BAD_INPUT,
        "cluster '"
            + name
            + "' has no name of its own: its spec has no dns section; give it one (docs/clients.md),"
            + " or use the members' URLs: quorate endpoints "
            + name);
  }

  /** All members have one port, unless somebody gave an agent another. */
  private static String url(ClusterSpec spec, DnsSettings dns, ClusterSummary summary) {
    int port =
        summary.status().flatMap(Status::dns).stream()
            .flatMap(records -> records.written().values().stream())
            .sorted()
            .map(member -> URI.create(member).getPort())
            .findFirst()
            .orElse(CLIENT_PORT);
    return (spec.tls().speaks() ? "https://" : "http://") + dns.name() + ":" + port;
  }

  /** The name is printed all the same: it is what clients are to be given. */
  private void tellTrouble(ClusterSummary summary, DnsSettings dns) {
    List<String> trouble =
        summary.status().stream()
            .flatMap(status -> status.conditions().stream())
            .filter(held -> NAME_FAILS.contains(held.type()))
            .map(held -> held.type() + ": " + held.message())
            .toList();
    trouble.forEach(this::complain);
    boolean written =
        summary
            .status()
            .flatMap(Status::dns)
            .filter(records -> records.of(dns.zone(), dns.name()))
            .map(DnsRecords::written)
            .filter(members -> !members.isEmpty())
            .isPresent();
    if (trouble.isEmpty() && !written) {
      complain(dns.name() + " has no records yet: a turn of the controller writes them");
    }
  }
}
