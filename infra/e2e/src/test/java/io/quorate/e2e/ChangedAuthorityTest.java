package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.deployment.EtcdAccess;
import io.quorate.deployment.OwnAuthority;
import io.quorate.localcloud.instance.InstanceView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Another authority in the place of one, with certificates of one's own, as docs/certificates.md
 * has it: both are trusted, certificates are renewed, the old one is trusted no longer.
 */
@EverythingOnly
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ChangedAuthorityTest extends OneStage {
  private static final Logger LOG = Logger.getLogger(ChangedAuthorityTest.class.getName());
  private static final String LOOPBACK = "127.0.0.1";
  private static final int MEMBERS = 3;

  /** Who signs before the change, or after it. */
  private record Authorities(OwnAuthority peers, OwnAuthority clients, OwnAuthority.Pair client) {
    static Authorities create(Path folder) throws IOException, InterruptedException {
      OwnAuthority clients = OwnAuthority.create(folder, "clients");
      return new Authorities(
          OwnAuthority.create(folder, "peers"), clients, clients.issue("application", List.of()));
    }
  }

  private Path given = Path.of("");
  private Authorities former;
  private Authorities next;

  @Override
  Stage raise(Path home) throws IOException {
    Stage raised = Stage.empty(home, config -> config);
    try {
      given = Files.createDirectories(home.resolve("given"));
      former = Authorities.create(given.resolve("former"));
      next = Authorities.create(given.resolve("next"));
      trust("former", List.of(former));
      trust("both", List.of(former, next));
      trust("next", List.of(next));
      raised.apply(MEMBERS, Stage.PATIENT, trusting("former"));
      raised.deployment.createGroup(raised.name.value(), MEMBERS);
      AwaitCondition.until("three instances", Stage.SOON, () -> raised.running().size() == MEMBERS);
      certify(raised, former);
      raised.callOver(showing(former));
      raised.awaitHealthy(MEMBERS);
      return raised;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      raised.close();
      throw new IOException(e);
    } catch (IOException | RuntimeException | AssertionError e) {
      try (raised) {
        throw e;
      }
    }
  }

  @Test
  @Order(1)
  void bothAreTrustedMemberByMember() throws Exception {
    Writer writer = stage.writer();
    writer.awaitMore(20, Stage.SOON);
    RollOut rollOut = new RollOut(stage);
    Map<String, List<Long>> before = rollOut.pids();
    String leader = stage.leader().id();
    assertThat(whoAnswer(next)).as("before, the next authority's client").isEmpty();

    assertThat(rollOut.apply(trusting("both")))
        .contains("tls.files.peerCa", "tls.files.clientCa", "rolled out");
    rollOut.awaitAll(before);

    assertThat(rollOut.restarts()).hasSize(MEMBERS).doesNotHaveDuplicates().endsWith(leader);
    assertThat(whoAnswer(next)).hasSize(MEMBERS);
    assertThat(whoAnswer(former)).hasSize(MEMBERS);
    writer.awaitMore(20, Stage.SOON);
    LOG.info("longest write gap while both become trusted: " + writer.longestGap());
  }

  @Test
  @Order(2)
  void certificatesOfTheNextAreServedWithoutARestart() throws Exception {
    RollOut rollOut = new RollOut(stage);
    Map<String, List<Long>> before = rollOut.pids();
    EtcdAccess strict = EtcdAccess.tls(files(next, next.clients().certificate()));
    assertThat(whoAnswer(strict)).as("members show what the former signed").isEmpty();

    certify(stage, next);
    rollOut.underQuorum(
        "members that show what the next signed", () -> whoAnswer(strict).size() == MEMBERS);

    stage.awaitHealthy(MEMBERS);
    assertThat(rollOut.pids()).isEqualTo(before);
    stage.callOver(showing(next));
    Writer renewed = stage.writer();
    stage.writers().forEach(writer -> writer.awaitMore(20, Stage.SOON));
    stage.writers().getFirst().close();
    renewed.awaitMore(20, Stage.SOON);
  }

  @Test
  @Order(3)
  void theFormerIsTrustedNoLonger() throws Exception {
    Writer writer = stage.writers().getLast();
    RollOut rollOut = new RollOut(stage);
    Map<String, List<Long>> before = rollOut.pids();
    int told = rollOut.restarts().size();
    assertThat(whoAnswer(former)).as("before, the former authority's client").hasSize(MEMBERS);

    rollOut.apply(trusting("next"));
    rollOut.awaitAll(before);

    assertThat(rollOut.restarts().subList(told, rollOut.restarts().size()))
        .hasSize(MEMBERS)
        .doesNotHaveDuplicates();
    assertThat(whoAnswer(former)).isEmpty();
    assertThat(whoAnswer(next)).hasSize(MEMBERS);
    writer.awaitMore(20, Stage.SOON);
    LOG.info("longest write gap while the former is forgotten: " + writer.longestGap());
    for (Writer each : stage.writers()) {
      each.stopAndVerify(stage.anyEtcd());
    }
  }

  /** Writes the two files of authorities that this stage of the change trusts. */
  private void trust(String stageOfChange, List<Authorities> trusted) throws IOException {
    StringBuilder peers = new StringBuilder();
    StringBuilder clients = new StringBuilder();
    for (Authorities each : trusted) {
      peers.append(Files.readString(each.peers().certificate()));
      clients.append(Files.readString(each.clients().certificate()));
    }
    Files.writeString(given.resolve("peers-" + stageOfChange + ".crt"), peers);
    Files.writeString(clients(stageOfChange), clients);
  }

  private Path clients(String stageOfChange) {
    return given.resolve("clients-" + stageOfChange + ".crt");
  }

  private String trusting(String stageOfChange) {
    return """
        tls:
          mode: files
          clients: required
          files:
            peerCertificate: %1$s/peer.crt
            peerKey: %1$s/peer.key
            peerCa: %1$s/peers-%2$s.crt
            certificate: %1$s/server.crt
            key: %1$s/server.key
            clientCa: %1$s/clients-%2$s.crt
        """
        .formatted(given, stageOfChange);
  }

  /** Puts what these sign where all nodes look, who share a disk. */
  private void certify(Stage of, Authorities by) throws IOException, InterruptedException {
    List<String> addresses =
        new ArrayList<>(of.running().stream().map(InstanceView::address).toList());
    addresses.add(LOOPBACK);
    put("peer", by.peers().issue("peer", addresses));
    put("server", by.clients().issue("server", addresses));
  }

  private void put(String name, OwnAuthority.Pair pair) throws IOException {
    Files.writeString(given.resolve(name + ".key"), Files.readString(pair.key()));
    Files.writeString(given.resolve(name + ".crt"), Files.readString(pair.certificate()));
  }

  /** A client of these authorities that trusts both. */
  private EtcdAccess showing(Authorities of) throws IOException {
    return EtcdAccess.tls(files(of, clients("both")));
  }

  private static EtcdAccess.ClientFiles files(Authorities of, Path trusted) {
    return new EtcdAccess.ClientFiles(trusted, of.client().certificate(), of.client().key());
  }

  /** The members that answer a client of these authorities. */
  private List<String> whoAnswer(Authorities of) throws IOException {
    return whoAnswer(showing(of));
  }

  private List<String> whoAnswer(EtcdAccess client) {
    return stage.running().stream()
        .filter(view -> Admission.admits(client, view))
        .map(InstanceView::id)
        .collect(Collectors.toList());
  }
}
