package io.quorate.agent.etcd.process;

import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.etcd.client.TlsFiles;
import io.quorate.agent.etcd.tools.EtcdToolException;
import io.quorate.agent.etcd.tools.EtcdToolException.Kind;
import io.quorate.agent.etcd.tools.ToolCommand;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.certificate.ClientCertificateWish;
import io.quorate.spec.EtcdVersion;
import io.quorate.x509.LoopbackIdentity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * An etcd on a restored data directory, which meets nobody: it is a cluster of one, with a token of
 * its own, and listens on free loopback ports only. It syncs nothing: who started it reads what it
 * tells, and deletes the directory. Closing it kills it.
 *
 * <p>Where the restored keys have etcd's access control on, etcd refuses whoever shows no identity.
 * It is then started again with TLS, and called as root, by a certificate that only this etcd
 * trusts.
 */
public final class IsolatedEtcd implements AutoCloseable {
  /** The peer URL to restore for. Nobody ever connects to it: there is no other member. */
  public static final String PEER_URL = "http://127.0.0.1:1";

  /** Alone it elects itself as soon as it may: there is no leader whose silence to wait out. */
  private static final List<String> SOON_ELECTED =
      List.of("--heartbeat-interval=2", "--election-timeout=20");

  private static final int START_ATTEMPTS = 5;
  private static final long LOOK_MILLIS = 20;
  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** A cold volume gives more. */
  private static final long LOADED_BYTES_PER_SECOND = 10L << 20;

  private static final Duration HASH_DEADLINE = Duration.ofMinutes(10);

  private final Process process;
  private final Path log;
  private final String clientUrl;
  private final Optional<TlsFiles> identity;
  private final SnapshotClient client;

  private IsolatedEtcd(Process process, Path log, String clientUrl, Optional<TlsFiles> identity) {
    this.process = process;
    this.log = log;
    this.clientUrl = clientUrl;
    this.identity = identity;
    this.client = new SnapshotClient(clientUrl, identity);
  }

  /** How a start went. */
  private enum Start {
    SERVES,
    ENDED,
    REFUSES
  }

  /**
   * How it is run.
   *
   * @param binary etcd
   * @param dataDir what was restored, for {@link #PEER_URL}
   * @param log where its output goes; overwritten
   * @param name the member's name, as restored
   * @param token the cluster's token, as restored
   * @param quiet whether it runs at the lowest priority and on one processor
   * @param moreFlags further flags, such as {@code --force-new-cluster}
   * @param patience how long it may take until it serves
   */
  public record Settings(
      Path binary,
      Path dataDir,
      Path log,
      String name,
      String token,
      boolean quiet,
      List<String> moreFlags,
      Duration patience) {
    public Settings {
      moreFlags = List.copyOf(moreFlags);
    }
  }

  /** How long etcd may take until it serves a database of so many bytes. */
  public static Duration patience(long bytes) {
    return PATIENCE.plusSeconds(bytes / LOADED_BYTES_PER_SECOND);
  }

  /**
   * Starts it, and waits until it serves a linearizable read.
   *
   * @throws EtcdToolException when it cannot be executed, ends, or does not serve in time
   */
  public static IsolatedEtcd start(Settings settings)
      throws EtcdToolException, InterruptedException {
    Optional<TlsFiles> identity = Optional.empty();
    for (int attempt = 1; ; attempt++) {
      IsolatedEtcd started = launch(settings, identity);
      Start start = Start.ENDED;
      try {
        start = started.awaitServing(settings.patience());
        if (start == Start.SERVES) {
          return started;
        }
      } finally {
        if (start != Start.SERVES) {
          started.close();
        }
      }
      if (start == Start.REFUSES) {
        identity = Optional.of(root(settings.log().resolveSibling("identity")));
        continue;
      }
      // Its free ports were taken by another process in between: others are free.
      EtcdExit exit = started.exit();
      if (!(exit instanceof EtcdExit.PortInUse) || attempt == START_ATTEMPTS) {
        throw new EtcdToolException(
            kind(exit), "etcd ended on " + settings.dataDir() + ": " + exit.words());
      }
    }
  }

  /** Writes an identity of root's, which nobody else ever trusts, to this folder. */
  private static TlsFiles root(Path folder) throws EtcdToolException {
    LoopbackIdentity identity = LoopbackIdentity.create(ClientCertificateWish.ROOT);
    try {
      Files.createDirectories(folder);
      Path certificate = folder.resolve("root.pem");
      Path key = folder.resolve("root.key");
      Files.writeString(certificate, identity.certificate());
      Files.deleteIfExists(key);
      Files.createFile(key, OWNER_ONLY);
      Files.writeString(key, identity.privateKey());
      return new TlsFiles(certificate, certificate, key);
    } catch (IOException e) {
      throw new EtcdToolException(
          Kind.FAILED, "cannot write the isolated etcd's certificate to " + folder + ": " + e, e);
    }
  }

  private static Kind kind(EtcdExit exit) {
    return switch (exit) {
      case EtcdExit.DiskFull full -> Kind.DISK_FULL;
      case EtcdExit.NoVoter learner -> Kind.NO_VOTER;
      case EtcdExit.RemovedFromCluster e -> Kind.FAILED;
      case EtcdExit.KilledBySignal e -> Kind.FAILED;
      case EtcdExit.CorruptData e -> Kind.GAVE_UP;
      case EtcdExit.NoDatabase e -> Kind.GAVE_UP;
      case EtcdExit.Panicked e -> Kind.GAVE_UP;
      case EtcdExit.Crashed e -> Kind.GAVE_UP;
      case EtcdExit.NoPermission e -> Kind.FAILED;
      case EtcdExit.ReadOnlyDisk e -> Kind.FAILED;
      case EtcdExit.OutOfMemory e -> Kind.FAILED;
      case EtcdExit.CertificateUnfit e -> Kind.FAILED;
      case EtcdExit.PortInUse e -> Kind.FAILED;
      case EtcdExit.BadFlags e -> Kind.GAVE_UP;
      case EtcdExit.BootstrapRefused e -> Kind.GAVE_UP;
      case EtcdExit.Unknown e -> Kind.FAILED;
    };
  }

  private static IsolatedEtcd launch(Settings settings, Optional<TlsFiles> identity)
      throws EtcdToolException {
    try {
      String clientUrl = (identity.isPresent() ? "https" : "http") + "://127.0.0.1:" + freePort();
      List<String> argv = new ArrayList<>();
      argv.add(settings.binary().toString());
      argv.add("--name=" + settings.name());
      argv.add("--data-dir=" + settings.dataDir());
      argv.add("--initial-cluster=" + settings.name() + "=" + PEER_URL);
      argv.add("--initial-advertise-peer-urls=" + PEER_URL);
      argv.add("--initial-cluster-token=" + settings.token());
      argv.add("--listen-peer-urls=http://127.0.0.1:" + freePort());
      argv.add("--listen-client-urls=" + clientUrl);
      argv.add("--advertise-client-urls=" + clientUrl);
      argv.add("--auto-compaction-retention=0");
      argv.add("--unsafe-no-fsync"); // What it works on is of no use after a crash.
      argv.addAll(SOON_ELECTED);
      argv.add("--logger=zap");
      argv.add("--log-outputs=stderr");
      identity.ifPresent(
          files -> {
            argv.add("--cert-file=" + files.certificate());
            argv.add("--key-file=" + files.key());
            argv.add("--trusted-ca-file=" + files.trustedCa());
            argv.add("--client-cert-auth=true");
          });
      argv.addAll(settings.moreFlags());
      return new IsolatedEtcd(
          ToolCommand.start(argv, settings.quiet(), settings.log()),
          settings.log(),
          clientUrl,
          identity);
    } catch (IOException e) {
      throw new EtcdToolException(Kind.FAILED, "cannot execute " + settings.binary() + ": " + e, e);
    }
  }

  /** Kills an etcd that an agent, which was killed itself, left running on this directory. */
  public static void killLeft(Path dataDir) throws IOException {
    String argument = "--data-dir=" + dataDir;
    for (ProcessHandle handle : ProcessHandle.allProcesses().toList()) {
      Optional<ProcessIdentity> identity = ProcessIdentity.of(handle.pid());
      if (identity.isPresent() && identity.get().runsWith(argument)) {
        handle.destroyForcibly();
        handle.onExit().join();
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private Start awaitServing(Duration patience) throws EtcdToolException, InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    Reply<Long> last = new Reply.Unknown<>("not asked");
    while (System.nanoTime() < end) {
      if (process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        return Start.ENDED;
      }
      last = client.linearizableRead();
      if (last.answer().isPresent()) {
        return Start.SERVES;
      }
      if (last instanceof Reply.Refused<Long> refused && refused.why() == Refusal.AUTH) {
        if (identity.isEmpty()) {
          return Start.REFUSES;
        }
        // Root may read everything: nothing else is left to try.
        throw new EtcdToolException(
            Kind.FAILED, "etcd on a restored directory refuses root: " + refused.detail());
      }
    }
    throw new EtcdToolException(
        Kind.FAILED,
        "etcd on a restored directory did not serve within "
            + patience.toSeconds()
            + " s: "
            + last.words());
  }

  private EtcdExit exit() throws EtcdToolException {
    try {
      OptionalInt code =
          process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
      return EtcdExit.of(code, EtcdLog.tail(log, 0));
    } catch (IOException e) {
      throw new EtcdToolException(Kind.FAILED, "etcd ended, and its log cannot be read: " + e, e);
    }
  }

  /** Where it serves clients. */
  public String clientUrl() {
    return clientUrl;
  }

  /** Another client of it, which outlives it. */
  public SnapshotClient connect() {
    return new SnapshotClient(clientUrl, identity);
  }

  /** The newest revision of its keys, by a linearizable read. */
  public long revision() throws EtcdToolException {
    return answered("the revision", client.linearizableRead());
  }

  /**
   * Lets its files go back to an older release line, waits until they are written by that, and has
   * it end: killed at once it would leave the last of that out of its database.
   *
   * @throws EtcdToolException when they are not in time, or it does not end
   */
  public void endGoneBackTo(EtcdVersion release) throws EtcdToolException, InterruptedException {
    answered("that it goes back to " + release.line(), client.downgrade(Optional.of(release)));
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < end) {
      if (answered("its status", client.status())
          .storage()
          .filter(files -> files.readableBy(release))
          .isPresent()) {
        end();
        return;
      }
      if (process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        EtcdExit exit = exit();
        throw new EtcdToolException(
            kind(exit), "etcd ended while it was to go back a line: " + exit.words());
      }
    }
    throw new EtcdToolException(
        Kind.GAVE_UP, "its files were not written by etcd " + release.line() + " in time");
  }

  private void end() throws EtcdToolException, InterruptedException {
    process.destroy();
    if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new EtcdToolException(Kind.FAILED, "the isolated etcd did not end on SIGTERM");
    }
  }

  /** HashKV at a revision. */
  public SnapshotClient.Hash hashKv(long revision) throws EtcdToolException {
    return answered("HashKV", client.hashKv(revision, HASH_DEADLINE));
  }

  private static <T> T answered(String what, Reply<T> reply) throws EtcdToolException {
    return reply
        .answer()
        .orElseThrow(
            () ->
                new EtcdToolException(
                    Kind.FAILED, "the isolated etcd did not tell " + what + ": " + reply.words()));
  }

  /** Kills it: what it worked on is of no further use. */
  @Override
  public void close() {
    client.close();
    process.destroyForcibly();
    process.onExit().join();
  }
}
