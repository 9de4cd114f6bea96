package io.quorate.agent.tls;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Comparator.naturalOrder;

import io.quorate.agent.disk.DurableFiles;
import io.quorate.agent.etcd.client.EtcdTlsFiles;
import io.quorate.agent.etcd.client.TlsFiles;
import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.NodeCertificates;
import io.quorate.spec.TlsFilePaths;
import io.quorate.spec.TlsSettings;
import io.quorate.state.Endpoints;
import io.quorate.state.OwnCertificates;
import io.quorate.state.PublicKeyProof;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Certificates of whoever runs the node, out of files that the spec names:
 *
 * <ol>
 *   <li>the files are looked at whenever one of them has changed, or while they do not fit;
 *   <li>all of them are checked together, as etcd and its peers would;
 *   <li>what fits is copied into a folder of the agent's own, each certificate with its key in one
 *       file, so that etcd never reads half of a renewal; it serves the copy at the next handshake;
 *   <li>what does not fit is told of by name, and etcd goes on, and starts again, with the last
 *       that did.
 * </ol>
 */
public final class GivenTls implements LocalTls {
  private static final Logger LOG = LoggerFactory.getLogger(GivenTls.class);

  /** While files do not fit they are looked at again, for time alone may mend them. */
  private static final Duration AGAIN = Duration.ofSeconds(10);

  private final Path folder;
  private final String address;
  private final InstantSource clock;
  private volatile Optional<TlsFilePaths> paths = Optional.empty();
  private volatile boolean asksClients;
  private volatile Optional<String> refused = Optional.empty();
  private volatile Map<String, Instant> expiries = Map.of();
  private List<String> seen = List.of();
  private Instant looked = Instant.MIN;

  /**
   * Copies into this folder.
   *
   * @param address of the node, which certificates must be good for
   * @param clock whether a certificate is in date
   */
  public GivenTls(Path folder, String address, InstantSource clock) {
    this.folder = folder;
    this.address = address;
    this.clock = clock;
  }

  @Override
  public synchronized void follow(TlsSettings wanted) {
    asksClients = wanted.asksClients();
    if (!paths.equals(wanted.files())) {
      paths = wanted.files();
      seen = List.of();
      expiries = CertificateFiles.expiries(copies());
    }
    look();
  }

  @Override
  public synchronized void look() {
    if (paths.isEmpty()) {
      return;
    }
    GivenSet set = new GivenSet(paths.get(), address);
    Instant now = clock.instant();
    List<String> marks = set.files().stream().map(GivenTls::mark).toList();
    boolean again = refused.isPresent() && !now.isBefore(looked.plus(AGAIN));
    if (marks.equals(seen) && !again) {
      return;
    }
    seen = marks;
    looked = now;
    try {
      keep(set.checked(now));
      refused = Optional.empty();
    } catch (UnfitFileException e) {
      refuse(Optional.ofNullable(e.getMessage()).orElse(e.toString()));
    } catch (IOException e) {
      refuse("the certificates cannot be copied to " + folder + ": " + e);
    }
  }

  private void refuse(String why) {
    if (!refused.equals(Optional.of(why))) {
      LOG.error(
          "event=certificates-refused because=\"{}\" next=\"{}\"",
          why,
          missing().isEmpty() ? "what fitted before is used on" : "etcd is not started");
    }
    refused = Optional.of(why);
  }

  /** What changes when a file does. */
  private static String mark(Path file) {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      return now.lastModifiedTime() + " " + now.size() + " " + now.fileKey();
    } catch (IOException e) {
      return e.toString();
    }
  }

  private void keep(Map<String, String> fitting) throws IOException {
    DurableFiles.makeFolders(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    boolean changed = false;
    for (Map.Entry<String, String> each : fitting.entrySet()) {
      Path file = folder.resolve(each.getKey());
      if (!Files.exists(file) || !Files.readString(file).equals(each.getValue())) {
        DurableFiles.replaceSecret(file, each.getValue().getBytes(UTF_8));
        changed = true;
      }
    }
    expiries = CertificateFiles.expiries(copies());
    if (changed) {
      LOG.info("event=certificates-taken expiries={}", expiries);
    }
  }

  private Map<String, Path> copies() {
    return Map.of(
        "peer", folder.resolve(GivenSet.PEER),
        "server", folder.resolve(GivenSet.SERVER),
        "client", folder.resolve(GivenSet.AGENT),
        "peer-ca", folder.resolve(GivenSet.PEER_CA),
        "client-ca", folder.resolve(GivenSet.CLIENT_CA));
  }

  /** Nothing is signed for this node. */
  @Override
  public Optional<PublicKeyProof> proof() {
    return Optional.empty();
  }

  /** The controller has nothing for it. */
  @Override
  public void install(AuthorityCertificates authorities, NodeCertificates signed) {}

  @Override
  public Optional<OwnCertificates> own() {
    return paths.map(
        given ->
            new OwnCertificates(
                expiries.values().stream().min(naturalOrder()),
                refused,
                CertificateFiles.commonName(folder.resolve(GivenSet.AGENT))));
  }

  @Override
  public Optional<String> missing() {
    boolean lacks = paths.isPresent() && !copies().values().stream().allMatch(Files::exists);
    return lacks
        ? Optional.of(refused.orElse("the files of tls.files were not looked at yet"))
        : Optional.empty();
  }

  /** https once there are certificates: before, the node takes part in no bootstrap. */
  @Override
  public Endpoints endpoints(Endpoints plain) {
    return paths.isEmpty() || missing().isPresent() ? plain : plain.secure();
  }

  @Override
  public Optional<EtcdTlsFiles> etcdFiles() {
    Path peer = folder.resolve(GivenSet.PEER);
    Path server = folder.resolve(GivenSet.SERVER);
    return paths.map(
        given ->
            new EtcdTlsFiles(
                new EtcdTlsFiles.Pair(peer, peer),
                folder.resolve(GivenSet.PEER_CA),
                new EtcdTlsFiles.Pair(server, server),
                asksClients ? Optional.of(folder.resolve(GivenSet.CLIENT_CA)) : Optional.empty()));
  }

  @Override
  public Optional<TlsFiles> callFiles() {
    Path agent = folder.resolve(GivenSet.AGENT);
    return paths
        .filter(given -> missing().isEmpty())
        .map(given -> new TlsFiles(folder.resolve(GivenSet.CLIENT_CA), agent, agent));
  }

  @Override
  public Map<String, Instant> expiries() {
    return paths.isPresent() ? expiries : Map.of();
  }
}
