package io.quorate.agent.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.model.EtcdIds;
import io.quorate.model.MemberId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtcdIdsAgainstRealEtcdTest {
  @TempDir Path folder;

  @Test
  void threeMembersHaveTheIdsComputedBeforehand() throws IOException {
    List<String> addresses =
        List.of(RealEtcd.freshAddress(), RealEtcd.freshAddress(), RealEtcd.freshAddress());
    List<MemberId> ids =
        addresses.stream()
            .map(address -> EtcdIds.memberId(List.of(RealEtcd.peerUrl(address)), "three"))
            .toList();
    String initial =
        addresses.stream()
            .map(address -> "m" + addresses.indexOf(address) + "=" + RealEtcd.peerUrl(address))
            .collect(Collectors.joining(","));
    List<RealEtcd.Running> members = new ArrayList<>();
    try {
      for (int i = 0; i < 3; i++) {
        members.add(
            RealEtcd.start(
                "m" + i, addresses.get(i), folder.resolve("m" + i), initial, "new", "three"));
      }
      members.forEach(RealEtcd.Running::awaitServing);
      RealEtcd.await("all have published", () -> published(members.get(0)) == 3);
      String listed = members.get(0).etcdctl("member", "list");
      ids.forEach(id -> assertThat(listed).contains(id + ", started"));
      assertThat(Files.readString(members.get(0).log()))
          .contains("\"cluster-id\":\"" + EtcdIds.clusterId(ids) + "\"");
    } finally {
      members.forEach(RealEtcd.Running::close);
    }
  }

  private static long published(RealEtcd.Running member) {
    return member.etcdctl("member", "list").lines().filter(l -> l.contains("started")).count();
  }

  @Test
  void aMemberWithTwoPeerUrlsHasTheIdComputedBeforehand() throws IOException {
    String a = RealEtcd.freshAddress();
    List<String> urls = List.of("http://" + a + ":12391", "http://" + a + ":12390");
    MemberId id = EtcdIds.memberId(urls, "two");
    Path log = folder.resolve("two.log");
    Process process =
        new ProcessBuilder(
                RealEtcd.tool("etcd").toString(),
                "--name=n",
                "--data-dir=" + folder.resolve("two"),
                "--listen-peer-urls=" + String.join(",", urls),
                "--initial-advertise-peer-urls=" + String.join(",", urls),
                "--listen-client-urls=" + RealEtcd.clientUrl(a),
                "--advertise-client-urls=" + RealEtcd.clientUrl(a),
                "--initial-cluster=n=" + urls.get(0) + ",n=" + urls.get(1),
                "--initial-cluster-token=two")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      RealEtcd.await(
          "etcd prints its ids", () -> Files.readString(log).contains("starting local member"));
      assertThat(Files.readString(log))
          .contains("\"local-member-id\":\"" + id + "\"")
          .contains("\"cluster-id\":\"" + EtcdIds.clusterId(List.of(id)) + "\"");
    } finally {
      process.destroyForcibly();
      RealEtcd.await("the process ends", () -> !process.isAlive());
    }
  }
}
