package io.quorate.agent.etcd.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.port.Refusal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The messages are etcd 3.5's, from api/v3rpc/rpctypes/error.go. */
class EtcdErrorsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FAILED_PRECONDITION|etcdserver: Peer URLs already exists|PEER_URL_EXISTS",
        "FAILED_PRECONDITION|etcdserver: member ID already exist|PEER_URL_EXISTS",
        "NOT_FOUND|etcdserver: member not found|MEMBER_NOT_FOUND",
        "FAILED_PRECONDITION|etcdserver: can only promote a learner member which is in sync with"
            + " leader|LEARNER_NOT_READY",
        "FAILED_PRECONDITION|etcdserver: can only promote a learner member|NOT_A_LEARNER",
        "FAILED_PRECONDITION|etcdserver: too many learner members in cluster|TOO_MANY_LEARNERS",
        "FAILED_PRECONDITION|etcdserver: re-configuration failed due to not enough started members"
            + "|NOT_ENOUGH_STARTED",
        "UNAVAILABLE|etcdserver: unhealthy cluster|UNHEALTHY_CLUSTER",
        "UNAVAILABLE|etcdserver: no leader|NO_LEADER",
        "FAILED_PRECONDITION|etcdserver: not leader|NOT_LEADER",
        "UNAVAILABLE|etcdserver: leader changed|UNKNOWN",
        "UNAVAILABLE|etcdserver: request timed out, possibly due to previous leader failure"
            + "|UNKNOWN",
        "UNAVAILABLE|etcdserver: rpc not supported for learner|IS_LEARNER",
        "RESOURCE_EXHAUSTED|etcdserver: mvcc: database space exceeded|NOSPACE",
        "DATA_LOSS|etcdserver: corrupt cluster|CORRUPT",
        "PERMISSION_DENIED|etcdserver: permission denied|AUTH",
        "DEADLINE_EXCEEDED|deadline exceeded after 2s|UNKNOWN",
        "UNAVAILABLE|io exception|UNKNOWN",
        "FAILED_PRECONDITION|etcdserver: bad leader transferee|OTHER"
      })
  void classifiesByMessageThenByCode(String code, String message, String expected) {
    assertThat(EtcdErrors.refusal(code, message, true).map(Refusal::name).orElse("UNKNOWN"))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"UNAVAILABLE,io exception,UNAVAILABLE"})
  void aCallNeverSentHadNoEffect(String code, String message, Refusal expected) {
    assertThat(EtcdErrors.refusal(code, message, false)).contains(expected);
  }
}
