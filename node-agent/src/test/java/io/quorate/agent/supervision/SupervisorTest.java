package io.quorate.agent.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.Journals;
import io.quorate.agent.port.DataDisk;
import io.quorate.agent.port.Exit;
import io.quorate.agent.port.Launch;
import io.quorate.agent.port.TokenKeys;
import io.quorate.guards.Guards;
import io.quorate.model.ClusterUid;
import io.quorate.model.MemberId;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.JwtToken;
import io.quorate.spec.SpecReader;
import io.quorate.state.DataState;
import io.quorate.state.ProcessState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What follows from each end of etcd; no store is asked anywhere. */
class SupervisorTest {
  private final OneNode node = new OneNode().serving();

  @ParameterizedTest
  @EnumSource(names = {"DISK_FULL", "KILLED", "FAILED"})
  void startsAgainAtOnceThenBacksOffAndNeverGivesUp(Exit.Cause cause) {
    node.exits(cause);
    node.supervisor.tick(1_000);
    assertThat(node.runs()).as("at once, by the journal alone").isTrue();
    node.exits(cause);
    node.supervisor.tick(2_000);
    assertThat(node.runs()).isFalse();
    assertThat(node.supervisor.state()).isEqualTo(ProcessState.BACKING_OFF);
    node.supervisor.tick(2_250);
    assertThat(node.runs()).isTrue();
    for (long now = 10_000; now < 1_000_000; now += 40_000) {
      node.exits(cause);
      node.supervisor.tick(now);
      node.supervisor.tick(now + 30_000);
      assertThat(node.runs()).isTrue();
    }
    assertThat(node.verdict()).as("%s is no verdict", cause).isEmpty();
  }

  @Test
  void neverRunsNewAgain() {
    DataDisk.View written = node.view;
    node.exits(Exit.Cause.KILLED);
    node.view = new DataDisk.View.Empty();
    node.supervisor.runFirst(bootstrap());
    node.supervisor.tick(500);
    node.view = written;
    node.exits(Exit.Cause.KILLED);
    node.supervisor.tick(1_000);
    assertThat(node.launches).extracting(Launch::bootstrap).containsExactly(false, true, false);
  }

  private Launch bootstrap() {
    Launch first = node.launches.get(0);
    return new Launch(
        first.name(),
        first.directory(),
        first.endpoints(),
        true,
        first.initialCluster(),
        first.clusterToken(),
        first.settings());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatWaitedForAnotherEtcdStartsOnNothingElseThanItsData(boolean first) {
    Launch again = node.launches.get(0);
    node.exits(Exit.Cause.KILLED);
    node.held = true;
    if (first) {
      node.supervisor.runFirst(bootstrap());
    } else {
      node.supervisor.run(again);
    }
    node.supervisor.tick(1_000);
    node.held = false;
    node.view = first ? new DataDisk.View.Empty() : new DataDisk.View.Missing();
    node.supervisor.tick(2_000);
    assertThat(node.runs()).isFalse();
    assertThat(node.verdict().map(DataVerdict::state)).contains(DataState.LOST);
  }

  @Test
  void doesNotStartWithAFileThatDoesNotFitAndRefusesToStopForIt() {
    Optional<ClusterSpec> spec = Optional.of(node.spec());
    assertThat(node.supervisor.refused(spec)).isEmpty();
    node.unfit = Optional.of("the key is of another curve");
    assertThat(node.supervisor.refused(spec)).contains("the key is of another curve");

    node.exits(Exit.Cause.KILLED);
    node.supervisor.tick(1_000);
    node.supervisor.tick(2_000);
    assertThat(node.launches).hasSize(1);
    assertThat(node.verdict()).isEmpty();
    node.unfit = Optional.empty();
    node.supervisor.tick(3_000);
    assertThat(node.runs()).isTrue();
  }

  /** The spec may have been read, and the command told, since anybody looked at the key. */
  @Test
  @Guards("RESTART_MEMBER/CHECK")
  void theKeyOfTheTokensIsFetchedBeforeAStepAsksWhetherEtcdMayStart() {
    ClusterSpec signing =
        SpecReader.read(
                "name: demo\netcd: {version: 3.5}\n"
                    + "auth: {enabled: false, token: {type: jwt, keys: managed}}")
            .orThrow();
    node.journalStore.change(edit -> edit.spec(signing));
    node.unfit = Optional.of("there is no such file");
    List<String> fetched = new ArrayList<>();
    TokenKeys keys =
        new TokenKeys() {
          @Override
          public void follow(ClusterUid uid) {}

          @Override
          public void fetch(JwtToken token) {
            fetched.add(token.signMethod());
            node.unfit = Optional.empty();
          }
        };

    assertThat(node.steps(TokenKeys.NONE).refused()).contains("there is no such file");
    assertThat(node.steps(keys).refused()).isEmpty();
    assertThat(fetched).containsExactly("ES256");
  }

  @Test
  void aFirstRunStartsOnAnEmptyDirectoryOnly() {
    node.exits(Exit.Cause.KILLED);
    node.view = new DataDisk.View.Missing();
    node.supervisor.runFirst(bootstrap());
    node.supervisor.tick(1_000);
    assertThat(node.launches).hasSize(1);
    assertThat(node.verdict().map(DataVerdict::state)).contains(DataState.LOST);

    node.view = new DataDisk.View.Empty();
    node.supervisor.runFirst(bootstrap());
    node.supervisor.tick(2_000);
    assertThat(node.launches).as("a verdict is final").hasSize(1);
  }

  @Test
  void whatIsWantedStartsOnlyWhereJournalAndDirectoryAgree() {
    Launch again = node.launches.get(0);
    node.exits(Exit.Cause.KILLED);
    node.view = new DataDisk.View.Empty();
    node.supervisor.run(again);
    node.supervisor.tick(1_000);
    assertThat(node.launches).hasSize(1);
    assertThat(node.verdict().map(DataVerdict::state)).contains(DataState.LOST);
  }

  @Test
  void theEndOfAnEtcdThatRanWhenItWasWantedAgainIsJudged() {
    node.supervisor.run(node.launches.get(0));
    node.supervisor.tick(1_000);
    node.exits(Exit.Cause.DATA_CORRUPT);
    node.supervisor.tick(2_000);
    assertThat(node.verdict().map(DataVerdict::state)).contains(DataState.DAMAGED);
    assertThat(node.launches).hasSize(1);
  }

  @Test
  @Guards("DataState.DAMAGED")
  void corruptDataIsDamagedForGood() {
    node.exits(Exit.Cause.DATA_CORRUPT);
    for (long now = 1_000; now < 100_000; now += 1_000) {
      node.supervisor.tick(now);
    }
    assertThat(node.verdict().map(DataVerdict::state)).contains(DataState.DAMAGED);
    assertThat(node.launches).hasSize(1);
  }

  @Test
  void anotherReleasesWordOfDamageIsNoVerdictAndAWrongFileIs() {
    EtcdVersion other = EtcdVersion.parse("3.5.29").orElseThrow();
    node.journalStore.change(edit -> edit.etcdStarted(1, other, Optional.empty()).served());
    node.exits(Exit.Cause.KILLED);
    node.supervisor.tick(1_000);
    node.exits(Exit.Cause.DATA_CORRUPT, "crc mismatch");
    node.supervisor.tick(2_000);
    assertThat(node.verdict()).isEmpty();
    assertThat(node.supervisor.lastExit().orElseThrow())
        .startsWith("DATA_CORRUPT: crc mismatch; not taken as damage: 3.5.29 last served");

    node.supervisor.tick(3_000);
    node.exits(Exit.Cause.DATA_DAMAGED, "page 4");
    node.supervisor.tick(4_000);
    assertThat(node.verdict().map(DataVerdict::state)).contains(DataState.DAMAGED);
    assertThat(node.supervisor.runs().damages()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"CLEAN", "SAYS_REMOVED"})
  @Guards("DataState.REMOVED")
  void aRemovalIsConcludedOnlyWhenAnotherMemberConfirmsIt(Exit.Cause cause) {
    node.exits(cause);
    node.supervisor.tick(1_000);
    assertThat(node.told).contains("asked http://10.0.0.2:2379");
    assertThat(node.verdict()).as("nobody could say").isEmpty();
    assertThat(node.runs()).isTrue();

    node.listed = Optional.of(List.of(Journals.MEMBER));
    node.exits(cause);
    node.supervisor.tick(2_000);
    assertThat(node.verdict()).as("still listed").isEmpty();

    node.listed = Optional.of(List.of(new MemberId(2)));
    node.supervisor.tick(3_000);
    node.exits(cause);
    node.supervisor.tick(4_000);
    assertThat(node.verdict().map(DataVerdict::state)).contains(DataState.REMOVED);
    node.supervisor.tick(99_000);
    assertThat(node.runs()).isFalse();
  }

  @Test
  void looksAtTheDirectoryBeforeEachStart() {
    node.view = new DataDisk.View.Empty();
    node.exits(Exit.Cause.KILLED);
    node.supervisor.tick(1_000);
    assertThat(node.verdict().map(DataVerdict::state)).contains(DataState.LOST);
    assertThat(node.launches).hasSize(1);
  }

  @Test
  @Guards("DataState.LOST")
  void aDirectoryReplacedUnderARunningEtcdIsLostButEtcdServesOn() {
    node.supervisor.tick(1_000);
    node.identity = "inode 2";
    node.supervisor.tick(2_000);
    assertThat(node.verdict().map(DataVerdict::state)).contains(DataState.LOST);
    assertThat(node.runs()).isTrue();
    assertThat(node.told).doesNotContain("SIGTERM");
  }

  @Test
  void anEtcdThatCannotBeExecutedIsTriedAgain() {
    node.executable = false;
    node.exits(Exit.Cause.KILLED);
    node.supervisor.tick(1_000);
    assertThat(node.verdict()).isEmpty();
    node.executable = true;
    node.supervisor.tick(2_000);
    assertThat(node.runs()).isTrue();
  }

  @Test
  void nobodyStartsEtcdAgainOnceItIsToStopForGood() {
    Launch again = node.launches.get(0);
    node.supervisor.close();
    node.exits(Exit.Cause.CLEAN);
    node.supervisor.run(again);
    node.supervisor.runFirst(bootstrap());
    node.supervisor.tick(1_000);
    assertThat(node.runs()).isFalse();
    assertThat(node.supervisor.stopped()).isTrue();
  }

  @Test
  void stopsByTermAndOnlyAfterTheGraceByKill() {
    node.supervisor.stop();
    node.supervisor.tick(1_000);
    node.supervisor.tick(21_000);
    assertThat(node.told).contains("SIGTERM").doesNotContain("SIGKILL");
    assertThat(node.supervisor.stopped()).isFalse();
    node.supervisor.tick(21_001);
    assertThat(node.told).contains("SIGKILL");
    assertThat(node.supervisor.stopped()).isTrue();
  }
}
