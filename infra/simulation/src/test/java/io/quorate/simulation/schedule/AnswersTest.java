package io.quorate.simulation.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Table;
import io.quorate.store.WriteResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnswersTest {
  private static final Key STATUS = new Key(Table.CLUSTERS, "demo", "status");

  private final Answers answers = new Answers();

  @Test
  void aRowIsShownWholeOnceAndThenByWhatDiffers() {
    Item first = row(Map.of("phase", "HEALTHY", "list", List.of(Map.of("n", 1L)), "gone", true));
    Item second = row(Map.of("phase", "DEGRADED", "list", List.of(Map.of("n", 2L)), "came", 7L));

    assertThat(answers.words("reads", Map.of(STATUS, first)))
        .isEqualTo("demo/status new {gone=true, list[0].n=1, phase=HEALTHY}");
    assertThat(answers.words("lists", List.of(first))).isEqualTo("as before");
    assertThat(answers.words("reads", Map.of(STATUS, second)))
        .isEqualTo(
            "demo/status [came: +7, list[0].n: 1 -> 2, phase: HEALTHY -> DEGRADED, gone: gone]");
  }

  @Test
  void aWriteShowsWhatItChangedOrWhatStoodAgainstIt() {
    answers.words("reads", List.of(row(Map.of("token", 4L))));

    assertThat(
            answers.words("writes", new WriteResult.Written(Optional.of(row(Map.of("token", 5L))))))
        .isEqualTo("written: demo/status [token: 4 -> 5]");
    assertThat(answers.words("writes", new WriteResult.Written(Optional.empty())))
        .isEqualTo("written");
    assertThat(
            answers.words(
                "writes",
                new WriteResult.Refused(Optional.of(row(Map.of("token", 6L))), List.of(STATUS))))
        .isEqualTo("refused, for [demo/status] is not as expected: demo/status [token: 5 -> 6]");
  }

  @Test
  void theSameAnswerToTheSameQuestionIsNotRepeated() {
    assertThat(answers.words("controller-1 describes group demo", "three")).isEqualTo("three");
    assertThat(answers.words("controller-1 describes group demo", "three")).isEqualTo("as before");
    assertThat(answers.words("controller-2 describes group demo", "three")).isEqualTo("three");
  }

  @Test
  void anotherAnswerToTheSameQuestionIsShownByThePartsThatDiffer() {
    answers.words("asks", "State[member=a, term=2, index=7]");

    assertThat(answers.words("asks", "State[member=a, term=3, index=7]")).isEqualTo("now term=3");
    String five = "{one=RUNNING, two=RUNNING, three=RUNNING, four=RUNNING, five=RUNNING}";
    assertThat(answers.words("states", five)).isEqualTo(five);
    assertThat(answers.words("states", "{one=RUNNING, two=RUNNING, three=RUNNING, four=ENDED}"))
        .isEqualTo("now four=ENDED}, no more five=RUNNING}");
  }

  @Test
  void anAnswerThatIsShorterThanItsDifferencesIsShownWhole() {
    answers.words("states", "{one=RUNNING, two=RUNNING, three=RUNNING}");

    assertThat(answers.words("states", "{one=RUNNING, two=ENDED}"))
        .isEqualTo("{one=RUNNING, two=ENDED}");
  }

  @Test
  void aLongValueIsCut() {
    assertThat(answers.words("reads", List.of(row(Map.of("long", "x".repeat(1000))))))
        .hasSizeLessThan(250)
        .contains("(1000 characters)");
  }

  private static Item row(Map<String, Object> attributes) {
    return new Item(STATUS, attributes);
  }
}
