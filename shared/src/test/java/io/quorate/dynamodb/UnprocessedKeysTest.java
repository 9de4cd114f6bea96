package io.quorate.dynamodb;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.store.Key;
import io.quorate.store.StoreUnavailableException;
import io.quorate.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

class UnprocessedKeysTest {
  private static final TableNames TABLES = new TableNames("clusters", "nodes");
  private static final List<Key> KEYS =
      List.of(key("one"), key("two"), key("three"), key("four"), key("five"));

  private final List<String> happened = new ArrayList<>();

  @Test
  void whatWasLeftIsAskedForAgainAfterAPauseThatGrows() {
    assertThat(reads(asked -> asked.subList(0, Math.min(2, asked.size()))).read(KEYS).keySet())
        .containsExactlyInAnyOrderElementsOf(KEYS);

    assertThat(happened)
        .containsExactly(
            "asked [one, two, three, four, five]",
            "pause 1",
            "asked [three, four, five]",
            "pause 2",
            "asked [five]");
  }

  @Test
  void aTableThatAnswersNothingIsUnavailable() {
    assertThatThrownBy(() -> reads(asked -> List.of()).read(KEYS))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("DynamoDB left some unprocessed 8 times")
        .hasRootCauseMessage("5 keys left");

    assertThat(happened).hasSize(8 + 7).endsWith("pause 7", "asked [one, two, three, four, five]");
  }

  @Test
  void pausesDoubleUpToALimit() {
    assertThat(List.of(1, 2, 3, 4, 5, 7))
        .extracting(BackOff::most)
        .containsExactly(40L, 80L, 160L, 320L, 320L, 320L);
  }

  private DynamoDbReads reads(UnaryOperator<List<Map<String, AttributeValue>>> answered) {
    return new DynamoDbReads(
        new Busy(answered, happened), TABLES, round -> happened.add("pause " + round));
  }

  private static Key key(String record) {
    return new Key(Table.CLUSTERS, "orders", record);
  }

  /** Answers for some of the keys that it is asked for. */
  private record Busy(
      UnaryOperator<List<Map<String, AttributeValue>>> answered, List<String> happened)
      implements DynamoDbClient {
    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
      KeysAndAttributes wanted = requireNonNull(request.requestItems().get("clusters"));
      List<Map<String, AttributeValue>> keys = wanted.keys();
      happened.add("asked " + keys.stream().map(Busy::record).toList());
      List<Map<String, AttributeValue>> now = answered.apply(keys);
      List<Map<String, AttributeValue>> left =
          keys.stream().filter(key -> !now.contains(key)).toList();
      return BatchGetItemResponse.builder()
          .responses(Map.of("clusters", now))
          .unprocessedKeys(
              left.isEmpty() ? Map.of() : Map.of("clusters", wanted.toBuilder().keys(left).build()))
          .build();
    }

    private static String record(Map<String, AttributeValue> key) {
      return requireNonNull(key.get("record")).s();
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }
}
