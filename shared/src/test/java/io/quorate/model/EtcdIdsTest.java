package io.quorate.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The golden values were printed by etcd 3.5.30 started with these URLs and tokens. */
class EtcdIdsTest {
  @Test
  void oneMemberHasTheIdsEtcdPrinted() {
    MemberId member = EtcdIds.memberId(List.of("http://127.0.5.1:23800"), "tok");

    assertThat(member).isEqualTo(MemberId.parse("d07dac40853d2d4"));
    assertThat(EtcdIds.clusterId(List.of(member)))
        .isEqualTo(EtcdClusterId.parse("2ac76743b585ffea"));
  }

  @Test
  void theOrderOfUrlsAndOfMembersDoesNotCount() {
    MemberId a = EtcdIds.memberId(List.of("http://b:2", "http://a:1"), "t");
    MemberId same = EtcdIds.memberId(List.of("http://a:1", "http://b:2"), "t");
    MemberId other = EtcdIds.memberId(List.of("http://c:1"), "t");

    assertThat(a).isEqualTo(same);
    assertThat(EtcdIds.clusterId(List.of(a, other)))
        .isEqualTo(EtcdIds.clusterId(List.of(other, a)));
  }

  @Test
  void anotherTokenGivesOtherIds() {
    assertThat(EtcdIds.memberId(List.of("http://a:1"), "generation-1"))
        .isNotEqualTo(EtcdIds.memberId(List.of("http://a:1"), "generation-2"));
  }

  @Test
  void nothingHasNoId() {
    assertThatThrownBy(() -> EtcdIds.memberId(List.of(), "t")).hasMessageContaining("at least one");
    assertThatThrownBy(() -> EtcdIds.clusterId(List.of())).hasMessageContaining("at least one");
  }
}
