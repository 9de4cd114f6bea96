package io.quorate.agent.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.etcd.client.AuthCalls;
import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.etcd.tools.ToolCommand;
import io.quorate.auth.AccessMode;
import io.quorate.auth.AuthChange;
import io.quorate.auth.KeyRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a range of a spec means is what etcdctl means by the same words. */
class KeyRangesAgainstEtcdctlTest {
  private static final String PREFIX = "--prefix";
  private static final String FROM = "--from-key";

  /** What etcdctl role grant-permission is given, and the range of a spec. */
  private static final Map<List<String>, KeyRange> CASES = new LinkedHashMap<>();

  static {
    for (String key :
        List.of("a", "/a", "/app/key", "7", "a b", "ä", "日本", "~", "a/", "key.with-_@")) {
      CASES.put(List.of(key), KeyRange.one(key));
    }
    for (String prefix :
        List.of("a", "/", "/app/", "/app", "7", "a b", "ä", "日本", "~", "a~", "zz", "/a/b/c/")) {
      CASES.put(List.of(PREFIX, prefix), KeyRange.prefix(prefix));
    }
    CASES.put(List.of(PREFIX, ""), KeyRange.prefix(""));
    for (String key : List.of("a", "/app/", "ä", "~", "7", "zz")) {
      CASES.put(List.of(FROM, key), KeyRange.between(key, KeyRange.NO_END));
    }
    for (List<String> ends :
        List.of(
            List.of("a", "b"),
            List.of("/a", "/b"),
            List.of("a", "aa"),
            List.of("/app/", "/app0"),
            List.of("A", "a"),
            List.of("1", "2"),
            List.of("a", "ä"),
            List.of("ä", "日"),
            List.of("/", "0"),
            List.of(" ", "~"),
            List.of("k", "k~"))) {
      CASES.put(ends, KeyRange.between(ends.getFirst(), ends.getLast()));
    }
  }

  @TempDir Path folder;

  @Test
  void aRangeOfTheSpecIsWhatEtcdctlGrants() throws Exception {
    assertThat(CASES).hasSizeGreaterThanOrEqualTo(40);
    try (RealEtcd.Running etcd = RealEtcd.startAlone(folder.resolve("data"), "tok").awaitServing();
        SnapshotClient client = new SnapshotClient(etcd.clientUrl(), Optional.empty())) {
      AuthCalls calls = new AuthCalls(client);
      int at = 0;
      for (Map.Entry<List<String>, KeyRange> each : CASES.entrySet()) {
        String role = "role-" + at++;
        make(calls, new AuthChange.AddRole(role));
        List<String> words = new ArrayList<>(List.of("role", "grant-permission", role, "read"));
        words.addAll(each.getKey());
        etcdctl(etcd, words);

        Map<KeyRange, AccessMode> granted = calls.grantsOf(role).answer().orElseThrow();
        assertThat(granted).as("etcdctl %s", words).containsOnlyKeys(each.getValue());

        make(calls, new AuthChange.Grant(role, each.getValue(), AccessMode.READWRITE));
        assertThat(calls.grantsOf(role).answer().orElseThrow())
            .as("a grant on the same range takes the mode's place: %s", words)
            .isEqualTo(Map.of(each.getValue(), AccessMode.READWRITE));

        make(calls, new AuthChange.Revoke(role, each.getValue()));
        assertThat(calls.grantsOf(role).answer().orElseThrow()).isEmpty();
      }
    }
  }

  private static void make(AuthCalls calls, AuthChange change) {
    assertThat(calls.make(change, Optional.empty()).answer()).as(change.words()).isPresent();
  }

  private void etcdctl(RealEtcd.Running etcd, List<String> words)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(RealEtcd.tool("etcdctl").toString(), "--endpoints=" + etcd.clientUrl()));
    command.addAll(words);
    Path log = folder.resolve("etcdctl.log");
    int code = ToolCommand.start(command, false, log).waitFor();
    assertThat(code).as("%s: %s", command, Files.readString(log)).isZero();
  }
}
