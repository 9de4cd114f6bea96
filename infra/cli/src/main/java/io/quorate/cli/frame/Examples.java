package io.quorate.cli.frame;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** An example or two of each command, for its help and its man page; each is parsed by a test. */
public final class Examples {
  private static final Map<String, List<String>> ALL = new LinkedHashMap<>();

  static {
    add("init", "", "--name shop --tls managed -y", "--schema > cluster.schema.json");
    add("apply", "-f cluster.yaml --dry-run", "-f cluster.yaml");
    add("get", "", "demo", "--regions eu-west-1,us-east-1", "--all-contexts -o wide");
    add("status", "demo", "demo --watch", "demo -o json");
    add(
        "wait",
        "demo --for phase=HEALTHY --timeout 10m",
        "demo --for condition=VOTER_SILENT=false");
    add("events", "demo --follow");
    add("explain", "demo");
    add("console", "demo --port 8080");
    add("endpoints", "demo", "demo --dns", "demo --srv");
    add("env", "demo", "demo --cn app --dir certs");
    add("members list", "demo -o wide");
    add("members move-leader", "demo", "demo --to i-0a34567890123456a --cn admin --dir certs");
    add("members restart", "demo --wait", "demo --instance i-0a34567890123456a --wait");
    add("nodes list", "demo");
    add("nodes replace", "demo --wait", "demo --instance i-0a34567890123456a --wait");
    add("rows list", "demo", "demo -o json");
    add("rows strike", "demo i-0a34567890123456a");
    add("contexts", "");
    add(
        "release add",
        "etcd 3.5.30 --file etcd-v3.5.30-linux-amd64.tar.gz",
        "etcd 3.5.30 --folder /usr/bin");
    add("release list", "");
    add("release hide", "etcd 3.5.30");
    add("upgrade plan", "demo 3.6.14");
    add("upgrade status", "demo");
    add("upgrade approve", "demo --wait");
    add("auth show", "demo", "demo --live");
    add("auth refresh", "demo --wait");
    add("auth convert", "eco.yaml > auth.yaml");
    add("compact", "demo --revision 5200", "demo --revision 5200 --wait");
    add("defragment", "demo --wait", "demo --member i-0a34567890123456a --wait --timeout 10m");
    add("compare", "demo", "demo --wait --timeout 5m");
    add("pause", "demo --reason repair-of-zone-a");
    add("unpause", "demo");
    add("resume", "demo --yes");
    add("rebuild", "demo -f cluster.yaml --bucket my-bucket --yes");
    add("delete", "demo", "demo --yes demo");
    add("snapshot take", "demo --wait --timeout 10m");
    add("snapshot list", "demo");
    add("snapshot show", "demo 20260102T030405Z-g1-0a1b");
    add("snapshot verify", "demo --wait");
    add("snapshot pin", "demo 20260102T030405Z-g1-0a1b");
    add("snapshot unpin", "demo 20260102T030405Z-g1-0a1b");
    add("snapshot delete", "demo 20260102T030405Z-g1-0a1b --yes");
    add("snapshot download", "demo 20260102T030405Z-g1-0a1b demo.db --bucket my-bucket");
    add("snapshot sync", "demo");
    add("certificate ca", "demo --out demo-ca.pem");
    add("certificate issue", "demo --cn app --out certs");
    add("certificate list", "demo");
    add(
        "restore",
        "demo --snapshot 20260102T030405Z-g1-0a1b",
        "demo --snapshot 20260102T030405Z-g1-0a1b --hash 0123456789ab --wait");
    add("recover plan", "demo");
    add("recover approve", "demo --hash 0123456789ab --wait --timeout 30m");
    add("recover status", "demo");
    add("recover acknowledge", "demo");
    add("support", "demo", "demo --out demo.zip");
    add("version", "", "demo");
    add("completion", "bash > /etc/bash_completion.d/quorate", "fish | source");
  }

  private Examples() {}

  private static void add(String command, String... arguments) {
    ALL.put(
        command,
        Stream.of(arguments).map(rest -> ("quorate " + command + " " + rest).strip()).toList());
  }

  /** The lines to type; empty of a command that only groups others. */
  public static List<String> of(CommandSpec spec) {
    String name = spec.qualifiedName();
    String below = name.startsWith("quorate ") ? name.substring("quorate ".length()) : "";
    return ALL.getOrDefault(below, List.of());
  }

  /** Puts them at the end of the help. */
  public static void describe(CommandSpec spec) {
    List<String> lines = of(spec);
    if (!lines.isEmpty()) {
      spec.usageMessage()
          .footer(
              Stream.concat(
                      Stream.of("", lines.size() == 1 ? "Example:" : "Examples:"),
                      lines.stream().map(line -> "  " + line.replace("%", "%%")))
                  .toArray(String[]::new));
    }
  }
}
