package io.quorate.cli.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.codec.Codecs;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.state.Bootstrap;
import io.quorate.state.Endpoints;
import io.quorate.state.InitialMember;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.util.List;
import org.junit.jupiter.api.Test;

class RebuildCommandTest {
  private static final String YAML = "name: demo\netcd:\n  version: 3.5\n";

  private final Run run = Run.onEmptyStore().input(YAML);

  private void mirrored() {
    run.lineages()
        .record(
            new ClusterName("demo"),
            new ClusterUid("old-uid"),
            new Bootstrap(
                Generation.FIRST,
                "old-uid-1-n",
                new EtcdClusterId(7),
                List.of(
                    new InitialMember(
                        new InstanceId("i-1"),
                        new MemberId(1),
                        new Endpoints("http://127.0.1.1:2380", "http://127.0.1.1:2379"),
                        "z1",
                        "disk-1")),
                "n",
                Sample.NOW));
  }

  @Test
  void anEmptiedTableIsTheOldClusterAgain() {
    mirrored();

    assertThat(run.quorate("rebuild", "demo", "-f", "-", "--yes")).as(run.err()).isZero();

    assertThat(run.out()).contains("generation 1 of UID old-uid", "quorate resume demo --yes");
    assertThat(run.quorate("get", "demo")).isZero();
  }

  @Test
  void aWholeTableHasTheControllerMendTheBucket() {
    mirrored();
    assertThat(run.quorate("rebuild", "demo", "-f", "-", "--yes")).as(run.err()).isZero();

    assertThat(run.quorate("rebuild", "demo")).isEqualTo(CommandExitCode.USAGE);
    assertThat(run.err()).contains("expected --yes", "lost-bucket.md");
    assertThat(requests()).isEmpty();

    assertThat(run.quorate("rebuild", "demo", "--yes"))
        .as("nobody answers here")
        .isEqualTo(CommandExitCode.NOT_HEALTHY);
    assertThat(requests()).extracting(Request::kind).containsExactly(RequestKind.REBUILD_LINEAGE);
  }

  private List<Request> requests() {
    return run.store().list(Table.CLUSTERS, "demo", Keys.REQUEST).stream()
        .map(item -> Codecs.REQUEST.read(item.attributes(), item.key().toString()))
        .toList();
  }

  @Test
  void withoutAWordThatNoTableIsLeftNothingIsWritten() {
    mirrored();

    assertThat(run.quorate("rebuild", "demo", "-f", "-")).isEqualTo(CommandExitCode.USAGE);

    assertThat(run.err()).contains("expected --yes", "lost-table.md");
    assertThat(run.quorate("get", "demo")).isEqualTo(CommandExitCode.NO_SUCH_CLUSTER);
  }

  @Test
  void aClusterThatTheBucketDoesNotKnowIsNotMade() {
    assertThat(run.quorate("rebuild", "demo", "-f", "-", "--yes"))
        .isEqualTo(CommandExitCode.BAD_INPUT);

    assertThat(run.err()).contains("nothing was written", "quorate apply");
    assertThat(run.quorate("get", "demo")).isEqualTo(CommandExitCode.NO_SUCH_CLUSTER);
  }
}
