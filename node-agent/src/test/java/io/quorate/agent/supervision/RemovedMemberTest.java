package io.quorate.agent.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.port.Exit;
import io.quorate.state.DataState;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberStatus;
import io.quorate.state.ProcessState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What real etcd does when its member is removed, and what the supervisor makes of it. */
class RemovedMemberTest {
  @TempDir Path folder;

  @Test
  void aRemovedMemberEndsEachTimeAndIsGivenUpOnlyOnAnothersWord() throws Exception {
    String ours = RealEtcd.freshAddress();
    String other = RealEtcd.freshAddress();
    String all = "i-1=" + RealEtcd.peerUrl(ours) + ",other=" + RealEtcd.peerUrl(other);
    try (RealEtcd.Running witness =
            RealEtcd.start("other", other, folder.resolve("other"), all, "new", "t");
        RealNode node = new RealNode(folder.resolve("node"), ours, all, "t")) {
      node.bear();
      witness.awaitServing();
      MemberStatus self = node.admin.status(node.clientUrl()).answer().orElseThrow();
      node.remember(self, List.of("http://127.9.9.9:1"));
      RealEtcd.await(
          "both are listed by name",
          () ->
              node.admin.list(witness.clientUrl()).answer().stream()
                  .allMatch(list -> list.entries().stream().allMatch(MemberEntry::started)));

      RealEtcd.await(
          "its removal",
          () -> node.admin.remove(witness.clientUrl(), self.memberId()).answer().isPresent());
      node.tickUntil(
          "it was removed, and ended again when restarted",
          () -> node.exits.stream().filter(e -> e.cause() == Exit.Cause.SAYS_REMOVED).count() >= 2);
      assertThat(node.exits).extracting(Exit::cause).containsOnly(Exit.Cause.SAYS_REMOVED);
      assertThat(node.journalStore.current().verdict()).as("nobody confirmed it").isEmpty();

      node.remember(self, List.of(witness.clientUrl()));
      node.tickUntil(
          "another member confirms", () -> node.journalStore.current().verdict().isPresent());
      assertThat(node.journalStore.current().verdict().map(DataVerdict::state))
          .contains(DataState.REMOVED);
      assertThat(node.supervisor.state()).isEqualTo(ProcessState.STOPPED);

      Process again = RealEtcd.start("i-1", ours, node.etcdData(), all, "existing", "t").process();
      assertThat(again.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(again.exitValue())
          .as("which of the two is a race inside etcd: only the log tells")
          .isIn(0, 1);
      assertThat(Files.readString(Path.of(node.etcdData() + ".log")))
          .contains("permanently removed from the cluster");
    }
  }
}
