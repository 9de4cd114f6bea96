package io.quorate.codec;

import io.quorate.auth.AccessMode;
import io.quorate.command.ApplyAuth;
import io.quorate.command.CommandKind;
import io.quorate.command.CommandSlot;
import io.quorate.command.CompactHistory;
import io.quorate.command.CompareData;
import io.quorate.command.DefragmentMember;
import io.quorate.command.DisarmAlarm;
import io.quorate.command.JoinCluster;
import io.quorate.command.LeaveCluster;
import io.quorate.command.PrepareRelease;
import io.quorate.command.PruneDirectories;
import io.quorate.command.RemoveMember;
import io.quorate.command.RestartMember;
import io.quorate.command.SetPeerUrl;
import io.quorate.command.TakeSnapshot;
import io.quorate.command.UploadDirectory;
import io.quorate.command.VerifySnapshot;
import io.quorate.model.MemberId;
import io.quorate.snapshot.LogEnd;
import io.quorate.spec.AuthSettings;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.PasswordSource;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A command of each kind, in its slot. */
final class CommandSamples {
  static final CommandSlot JOIN =
      new CommandSlot(
          new JoinCluster(
              Samples.HEADER,
              Optional.of(Samples.M1),
              "uid-7f3a-1-n0",
              Samples.CLUSTER_ID,
              List.of(Samples.AT_TWO.clientUrl()),
              600_000,
              1_000),
          CommandSlot.State.OPEN);
  static final CommandSlot REMOVE_MEMBER =
      new CommandSlot(
          new RemoveMember(Samples.HEADER, Samples.CLUSTER_ID, Samples.M2, true, "terminated"),
          CommandSlot.State.CANCEL_REQUESTED);

  private static final List<String> OTHERS =
      List.of("http://10.0.0.2:2379", "http://10.0.0.3:2379");

  static final CommandSlot LEAVE =
      new CommandSlot(
              new LeaveCluster(Samples.HEADER, Samples.CLUSTER_ID, Samples.M1, OTHERS, 60_000),
              CommandSlot.State.OPEN)
          .closed(Samples.AT);

  static final CommandSlot RESTART_MEMBER =
      new CommandSlot(
          new RestartMember(
              Samples.HEADER, Samples.CLUSTER_ID, Samples.M1, OTHERS, "00c0ffee", 300_000),
          CommandSlot.State.OPEN);

  static final CommandSlot TAKE_SNAPSHOT =
      new CommandSlot(
          new TakeSnapshot(
              Samples.HEADER, Samples.MANIFEST.id(), "scheduled", Duration.ofMinutes(10)),
          CommandSlot.State.OPEN);

  static final CommandSlot VERIFY_SNAPSHOT =
      new CommandSlot(
          new VerifySnapshot(
              Samples.HEADER,
              Samples.MANIFEST.id(),
              Duration.ofMinutes(10),
              EtcdVersion.parse("3.5.30")),
          CommandSlot.State.CANCEL_REQUESTED);

  static final CommandSlot UPLOAD_DIRECTORY =
      new CommandSlot(
          new UploadDirectory(
              Samples.HEADER,
              "g1-b",
              "demo/uid-7f3a/directories/1/i-2-disk-2-g1-b.tar",
              Duration.ofHours(2)),
          CommandSlot.State.OPEN);

  static final CommandSlot COMPACT =
      new CommandSlot(
          new CompactHistory(
              Samples.HEADER,
              1_000,
              Duration.ofMinutes(10),
              Optional.of(CompactHistory.Cure.EMERGENCY)),
          CommandSlot.State.OPEN);

  static final CommandSlot COMPARE_DATA =
      new CommandSlot(
          new CompareData(Samples.HEADER, new MemberId(0x10L), 1_000, Duration.ofMinutes(2)),
          CommandSlot.State.OPEN);

  static final CommandSlot PREPARE_RELEASE =
      new CommandSlot(
          new PrepareRelease(
              Samples.HEADER,
              Samples.RELEASE.version(),
              List.of(Samples.RELEASE.archive()),
              Duration.ofMinutes(10)),
          CommandSlot.State.OPEN);

  static final CommandSlot PRUNE_DIRECTORIES =
      new CommandSlot(
          new PruneDirectories(
              Samples.HEADER,
              List.of(new LogEnd(Samples.CLUSTER_ID, 3, 1_234)),
              Duration.ofMinutes(10)),
          CommandSlot.State.OPEN);

  static final CommandSlot APPLY_AUTH =
      new CommandSlot(
          new ApplyAuth(
              Samples.HEADER,
              new AuthSettings(
                  true,
                  List.of(
                      new AuthSettings.Role(
                          "app",
                          List.of(
                              new AuthSettings.Permission(
                                  AccessMode.READWRITE,
                                  Optional.empty(),
                                  Optional.of("/app/"),
                                  Optional.empty()),
                              new AuthSettings.Permission(
                                  AccessMode.READ,
                                  Optional.of("/a"),
                                  Optional.empty(),
                                  Optional.of("/b"))))),
                  List.of(
                      new AuthSettings.User("app", List.of("app"), Optional.empty()),
                      new AuthSettings.User(
                          "report",
                          List.of(),
                          Optional.of(PasswordSource.parse("/etc/quorate/report.password")))),
                  false,
                  true),
              "0a1b",
              true,
              List.of("root"),
              List.of("report"),
              Duration.ofMinutes(3)),
          CommandSlot.State.OPEN);

  static final CommandSlot SET_PEER_URL =
      new CommandSlot(
          new SetPeerUrl(Samples.HEADER, Samples.CLUSTER_ID, Samples.M2, "https://10.0.0.2:2380"),
          CommandSlot.State.OPEN);

  static final CommandSlot DEFRAGMENT =
      new CommandSlot(
          new DefragmentMember(Samples.HEADER, Duration.ofMinutes(10)), CommandSlot.State.OPEN);

  static final CommandSlot DISARM_ALARM =
      new CommandSlot(
          new DisarmAlarm(Samples.HEADER, 2L << 30, Duration.ofMinutes(1)), CommandSlot.State.OPEN);

  static final List<CommandSlot> ALL =
      List.of(
          JOIN,
          REMOVE_MEMBER,
          LEAVE,
          RESTART_MEMBER,
          SET_PEER_URL,
          TAKE_SNAPSHOT,
          VERIFY_SNAPSHOT,
          UPLOAD_DIRECTORY,
          COMPACT,
          PREPARE_RELEASE,
          DEFRAGMENT,
          COMPARE_DATA,
          DISARM_ALARM,
          PRUNE_DIRECTORIES,
          APPLY_AUTH);

  private CommandSamples() {}

  /** The name of its golden file. */
  static String name(CommandKind kind) {
    return (kind.lane().word() + "-" + kind).toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
