package io.quorate.deployment.tour;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.quorate.deployment.Etcd;
import io.quorate.deployment.PutsOnly;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RightsTest {
  @Test
  void aMemberThatDeniesReadAndWriteIsNoProblem() throws IOException {
    try (PutsOnly member =
        PutsOnly.with(builder -> builder.intercept(refusing(Status.PERMISSION_DENIED)))) {
      assertThat(Rights.problems(Map.of("i-1", new Etcd(member.url())))).isEmpty();
    }
  }

  @Test
  void whatIsPermittedOrNotAnsweredIsNotDenied() throws IOException {
    try (PutsOnly permitting = PutsOnly.start(key -> {})) {
      assertThat(Rights.problems(Map.of("i-1", new Etcd(permitting.url()))))
          .hasSize(2)
          .contains("i-1 does not refuse a write of other keys: it is permitted");
    }
    try (PutsOnly away =
        PutsOnly.with(builder -> builder.intercept(refusing(Status.UNAVAILABLE)))) {
      assertThat(Rights.problems(Map.of("i-1", new Etcd(away.url()))))
          .hasSize(2)
          .allSatisfy(problem -> assertThat(problem).contains("UNAVAILABLE"));
    }
  }

  private static ServerInterceptor refusing(Status status) {
    return new ServerInterceptor() {
      @Override
      public <Q, A> ServerCall.Listener<Q> interceptCall(
          ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        call.close(status, new Metadata());
        return new ServerCall.Listener<>() {};
      }
    };
  }
}
