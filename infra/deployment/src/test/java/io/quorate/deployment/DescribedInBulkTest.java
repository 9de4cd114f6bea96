package io.quorate.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.observe.BulkAnswer;
import io.quorate.controller.observe.BulkDescriber;
import io.quorate.controller.view.InstanceState;
import io.quorate.localcloud.faults.FaultAction;
import io.quorate.localcloud.faults.FaultRule;
import io.quorate.localcloud.wire.Glob;
import io.quorate.model.InstanceId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the controller learns of several groups at once, over the wire. */
class DescribedInBulkTest extends OnAutoScaling {
  @Test
  void severalGroupsAreDescribedAsEachIsByItself() throws Exception {
    group("one", 1);
    group("two", 2);
    List<InstanceId> all = new ArrayList<>(observed("one").lifecycles().keySet());
    all.addAll(observed("two").lifecycles().keySet());
    cloud.requests().clear();

    BulkAnswer answer =
        aws.describe(
            List.of("one", "two", "absent"),
            new BulkDescriber.Terms(Duration.ofMinutes(1), () -> true));

    assertThat(calls("DescribeAutoScalingGroups")).isOne();
    assertThat(calls("DescribeInstances")).isOne();
    assertThat(answer.groups()).containsOnlyKeys("one", "two");
    assertThat(answer.groups()).containsEntry("two", observed("two"));
    assertThat(answer.instances()).containsOnlyKeys(all);
    assertThat(answer.instances().values()).containsOnly(InstanceState.RUNNING);
    assertThat(answer.instancesAnswered()).isTrue();
  }

  @Test
  void whoIsSilentIsToldApart() throws Exception {
    group("one", 1);
    BulkDescriber.Terms terms = new BulkDescriber.Terms(Duration.ofMinutes(1), () -> true);
    cloud.faults().add(FaultRule.always("away", new FaultAction.DropBefore()).onService("ec2"));
    BulkAnswer withoutEc2 = aws.describe(List.of("one"), terms);
    assertThat(withoutEc2.groups()).containsOnlyKeys("one");
    assertThat(withoutEc2.instancesAnswered()).isFalse();
    assertThat(withoutEc2.silent()).isEmpty();

    cloud.faults().add(FaultRule.always("away", new FaultAction.Throttle()));
    BulkAnswer nothing = aws.describe(List.of("one"), terms);
    assertThat(nothing.groups()).isEmpty();
    assertThat(nothing.silent())
        .hasValueSatisfying(why -> assertThat(why).contains("Auto Scaling did not answer"));
  }

  private long calls(String operation) {
    return cloud.requests().count(Glob.of(Principals.ADMINISTRATOR), Glob.ANY, Glob.of(operation));
  }
}
