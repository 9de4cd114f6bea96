package io.quorate.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.wire.Wire;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecordCodecTest {
  private static final Instant AT = Instant.parse("2026-01-02T03:04:05.678Z");

  enum Color {
    @Wire.Name("rosso")
    RED,
    BLUE
  }

  record Part(Color color, long size) {}

  record Pair(@Wire.Name("left") long a, Optional<String> right) {}

  record Line(InstanceId instance, String text) {
    String key() {
      return instance + "/" + text;
    }
  }

  @Wire.Derived(value = "total", after = "number")
  record Everything(
      @Wire.Name("renamed") String text,
      long number,
      int small,
      boolean flag,
      Instant at,
      @Wire.EpochMillis Instant until,
      Duration pause,
      Color color,
      Generation generation,
      MemberId member,
      Optional<InstanceId> maybe,
      Part part,
      @Wire.Inline Pair pair,
      @Wire.KnownOnly("color") List<Part> parts,
      Map<InstanceId, Part> byInstance,
      @Wire.Inline Map<Color, Long> colors,
      @Wire.Sparse Set<String> words,
      @Wire.Sparse Pair usual,
      @Wire.Sparse @Wire.Name("within.lines") List<String> lines,
      @Wire.Sparse @Wire.Keyed("key") List<Line> keyed,
      @Wire.AddedLater long later,
      @Wire.After("number") String moved) {
    String total() {
      return "t" + number;
    }
  }

  private static final RecordCodec<Everything> CODEC = RecordCodec.of(Everything.class);

  private static Everything full() {
    return new Everything(
        "a",
        1,
        2,
        true,
        AT,
        AT,
        Duration.ofSeconds(3),
        Color.BLUE,
        new Generation(4),
        MemberId.parse("ff"),
        Optional.of(new InstanceId("i-1")),
        new Part(Color.RED, 5),
        new Pair(6, Optional.of("r")),
        List.of(new Part(Color.BLUE, 7)),
        Map.of(
            new InstanceId("i-2"), new Part(Color.RED, 8),
            new InstanceId("i-1"), new Part(Color.RED, 9)),
        Map.of(Color.RED, 10L, Color.BLUE, 11L),
        Set.of("y", "x"),
        new Pair(12, Optional.empty()),
        List.of("l"),
        List.of(new Line(new InstanceId("i-3"), "k")),
        13,
        "m");
  }

  private static Map<String, Object> written() {
    return new LinkedHashMap<>(CODEC.write(full()));
  }

  @Test
  void writesEachComponentByItsTypeInOrder() {
    assertThat(JsonTree.write(CODEC.write(full())))
        .isEqualTo(
            "{'schemaVersion':1,'renamed':'a','number':1,'total':'t1','moved':'m','small':2,"
                .concat("'flag':true,'at':'2026-01-02T03:04:05.678Z','untilMillis':1767323045678,")
                .concat("'pauseMillis':3000,'color':'BLUE','generation':4,'member':'ff',")
                .concat("'maybe':'i-1','part':{'color':'RED','size':5},'left':6,'right':'r',")
                .concat("'parts':[{'color':'BLUE','size':7}],")
                .concat("'byInstance':{'i-1':{'color':'RED','size':9},")
                .concat("'i-2':{'color':'RED','size':8}},'rosso':10,'BLUE':11,'words':'x y',")
                .concat("'usual':{'left':12},'within':{'lines':['l']},")
                .concat("'keyed':{'i-3/k':{'instance':'i-3','text':'k'}},'later':13}")
                .replace('\'', '"'));
  }

  @Test
  void readsWhatItWrote() {
    assertThat(CODEC.read(written(), "w")).isEqualTo(full());
  }

  @Test
  void readsTheFewestAttributesAndWritesThemAgain() {
    Map<String, Object> fewest = written();
    List.of(
            "maybe", "right", "parts", "rosso", "BLUE", "words", "usual", "within", "keyed",
            "later")
        .forEach(fewest::remove);

    Everything read = CODEC.read(fewest, "w");

    assertThat(read.maybe()).isEmpty();
    assertThat(read.parts()).isEmpty();
    assertThat(read.colors()).isEmpty();
    assertThat(read.words()).isEmpty();
    assertThat(read.usual()).isEqualTo(new Pair(0, Optional.empty()));
    assertThat(read.lines()).isEmpty();
    assertThat(read.later()).isZero();
    fewest.put("parts", List.of());
    fewest.put("later", 0L);
    assertThat(CODEC.write(read)).isEqualTo(fewest);
  }

  @Test
  void passesOverAttributesAndConstantsThatItDoesNotKnow() {
    Map<String, Object> later = written();
    later.put("addedLater", "x");
    later.put(
        "parts", List.of(Map.of("color", "GREEN", "size", 1L), Map.of("color", "RED", "size", 2L)));

    assertThat(CODEC.read(later, "w").parts()).containsExactly(new Part(Color.RED, 2));
  }

  @Test
  void namesThePlaceTheValueAndWhatIsExpected() {
    refuses("number", "x", "w: number is 'x', expected a whole number");
    refuses("small", 1L << 40, "w: small is '1099511627776', expected a whole number of 32 bits");
    refuses("flag", "yes", "w: flag is 'yes', expected true or false");
    refuses("at", "noon", "w: at is 'noon', expected an ISO-8601 instant");
    refuses("color", "GREEN", "w: color is 'GREEN', expected one of [RED, BLUE]");
    refuses("generation", -1L, "w: generation -1: expected zero or more");
    refuses("member", "xyz", "w: member is 'xyz', expected a valid value");
    refuses("maybe", "?", "w: maybe is '?', expected a valid value");
    refuses("part", "x", "w: part is 'x', expected a map");
    refuses("part", Map.of("color", "RED"), "w.part: size is missing, expected a whole number");
    refuses("parts", "x", "w: parts is 'x', expected a list");
    refuses("byInstance", Map.of("i-1", "x"), "w.byInstance: i-1 is 'x', expected a map");
  }

  private static void refuses(String attribute, Object value, String message) {
    Map<String, Object> wrong = written();
    wrong.put(attribute, value);

    assertThatThrownBy(() -> CODEC.read(wrong, "w"))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessage(message);
  }

  record Bounded(
      @Wire.Longest(4) String id,
      @Wire.Cut(4) Optional<String> words,
      @Wire.Most(2) @Wire.Longest(4) List<String> many,
      @Wire.Count long count,
      @Wire.Count Generation generation) {}

  private static Bounded bounded(String id, String words, String one, long count, long generation) {
    return RecordCodec.of(Bounded.class)
        .read(
            Map.of(
                "schemaVersion",
                1L,
                "id",
                id,
                "words",
                words,
                "many",
                List.of(one),
                "count",
                count,
                "generation",
                generation),
            "w");
  }

  @Test
  void refusesOrCutsWhatIsBeyondItsBound() {
    assertThat(bounded("1234", "1234", "1234", 0, 1L << 53).words()).contains("1234");
    assertThat(bounded("1", "12345", "1", 0, 0).words()).contains("123…");
    assertThatThrownBy(() -> bounded("12345", "", "", 0, 0))
        .hasMessage("w: id is '123…', expected at most 4 characters");
    assertThatThrownBy(() -> bounded("", "", "12345", 0, 0))
        .hasMessage("w: many is '123…', expected at most 4 characters");
    assertThatThrownBy(() -> bounded("", "", "", -1, 0)).hasMessageContaining("count is '-1'");
    assertThatThrownBy(() -> bounded("", "", "", 0, Long.MAX_VALUE))
        .hasMessageContaining(
            "generation is '9223372036854775807', expected a whole number from 0");
    assertThatThrownBy(() -> bounded("", "", "", (1L << 53) + 1, 0))
        .hasMessageContaining("count is '9007199254740993', expected a whole number from 0");
  }

  @Test
  void refusesAListThatIsTooLong() {
    Map<String, Object> row =
        new LinkedHashMap<>(
            Map.of(
                "schemaVersion",
                1L,
                "id",
                "",
                "many",
                List.of("1", "2"),
                "count",
                0L,
                "generation",
                0L));
    assertThat(RecordCodec.of(Bounded.class).read(row, "w").many()).hasSize(2);
    row.put("many", List.of("1", "2", "3"));

    assertThatThrownBy(() -> RecordCodec.of(Bounded.class).read(row, "w"))
        .hasMessage("w: many is '3 elements', expected a list of at most 2 elements");
  }
}
