package io.quorate.localcloud.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConditionalWritesTest {
  @Test
  void nothingComesBetweenTheLookAndTheWriteOfOneKey() throws Exception {
    ConditionalWrites writes = new ConditionalWrites(new TwoLookTogether());
    HttpCall put =
        new HttpCall(
            "PUT", "/b/k", "", Map.of("if-none-match", List.of("*")), new byte[0], "anyone");
    Callable<Integer> write = () -> writes.handle(put).status();
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      List<Integer> statuses =
          threads.invokeAll(List.of(write, write)).stream().map(Future::resultNow).toList();
      assertThat(statuses).containsExactlyInAnyOrder(200, 412);
    }
  }

  /** A store where a look at a missing key waits for a second look to come, so long as one may. */
  private static final class TwoLookTogether implements ServiceEndpoint {
    private final Set<String> keys = ConcurrentHashMap.newKeySet();
    private final CountDownLatch looks = new CountDownLatch(2);

    @Override
    public HttpReply handle(HttpCall call) throws IOException {
      if (call.method().equals("PUT")) {
        keys.add(call.path());
        return reply(200);
      }
      boolean there = keys.contains(call.path());
      looks.countDown();
      try {
        boolean bothLooked = !there && looks.await(500, TimeUnit.MILLISECONDS);
        assertThat(bothLooked).as("two looked at once at a key that both want to create").isFalse();
        return reply(there ? 200 : 404);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(e);
      }
    }

    private static HttpReply reply(int status) {
      return new HttpReply(status, Map.of(), new byte[0]);
    }
  }

  @Test
  void aPartOfAnUploadIsNoWriteOfTheObjectButItsCompletionIs() throws Exception {
    ConditionalWrites writes =
        new ConditionalWrites(call -> new HttpReply(200, Map.of(), call.body()));
    List<Integer> statuses =
        Stream.of(
                call("PUT", "partNumber=1&uploadId=u"),
                call("POST", "uploads"),
                call("POST", "uploadId=u"),
                call("GET", ""))
            .map(
                call -> {
                  try {
                    return writes.handle(call).status();
                  } catch (IOException e) {
                    throw new AssertionError(e);
                  }
                })
            .toList();
    assertThat(statuses).containsExactly(200, 200, 412, 200);
  }

  private static HttpCall call(String method, String query) {
    return new HttpCall(
        method, "/b/k", query, Map.of("if-none-match", List.of("*")), new byte[0], "anyone");
  }
}
