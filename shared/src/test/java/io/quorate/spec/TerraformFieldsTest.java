package io.quorate.spec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.spec.SpecField.Presence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds the fields that Terraform checks at plan against the code's own. */
class TerraformFieldsTest {
  private static final Path FILE =
      Path.of("..", "terraform", "modules", "cluster-spec", "fields.json");
  private static final Pattern BOUNDS = Pattern.compile("from (\\S+) to (\\S+)$");

  /**
   * Of fields whose text has no unit; the corpus of terraform/tests/specs holds them to the code.
   */
  private static final Map<String, String> PATTERNS =
      Map.of(
          "name", "^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$",
          "size", "^0{0,17}[1357]$",
          "dns.zone", "^[A-Z0-9]{2,32}$",
          "dns.name",
              "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$",
          "group", "^[A-Za-z0-9][A-Za-z0-9._/-]{0,254}$",
          "maintenance.defragment.above", "^(?:off|[1-9][0-9]%)$",
          "maintenance.defragment.window",
              "^(?:always|([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9])$",
          "etcd.version", "^3\\.(5(\\.0*([3-9]|[1-9][0-9]{1,3}))?|[67](\\.[0-9]{1,4})?)$");

  @Test
  void theFileHoldsTheFieldsOfTheCode() throws IOException {
    String wanted =
        JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(fieldsFile()).strip() + "\n";

    if (Boolean.getBoolean("quorate.docs.write")) {
      Files.writeString(FILE, wanted);
    } else {
      assertThat(Files.readString(FILE))
          .as("%s is behind the code; run this test with -Dquorate.docs.write=true", FILE)
          .isEqualTo(wanted);
    }
  }

  private static Map<String, Object> fieldsFile() {
    Map<String, Object> file = new LinkedHashMap<>();
    file.put("about", "Written by TerraformFieldsTest out of SpecFields; do not edit");
    file.put("fields", SpecFields.ALL.stream().map(TerraformFieldsTest::field).toList());
    file.put("flags", EtcdFlags.ALLOWED.stream().sorted().toList());
    file.put("flag_values", flagValues());
    file.put("denied_flags", DeniedFlags.ALL.stream().map(TerraformFieldsTest::denial).toList());
    return file;
  }

  private static Map<String, Object> flagValues() {
    Map<String, Object> values = new LinkedHashMap<>();
    EtcdFlags.ALLOWED.stream()
        .sorted()
        .forEach(
            flag ->
                values.put(
                    flag,
                    new TreeMap<>(
                        Map.of(
                            "pattern", EtcdFlags.value(flag).pattern(),
                            "allowed", EtcdFlags.value(flag).allowed()))));
    return values;
  }

  private static Map<String, Object> denial(DeniedFlags.Denial denial) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("pattern", denial.pattern());
    map.put("reason", denial.reason());
    return map;
  }

  private static Map<String, Object> field(SpecField<?> field) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("path", field.path());
    map.put("type", field.kind().type());
    map.put("allowed", field.kind().allowed());
    map.put("required", field.presence() instanceof Presence.Required);
    if (field.presence() instanceof Presence.Default(Object raw)
        && !(raw instanceof Map)
        && !(raw instanceof List)) {
      map.put("default", raw.toString());
    }
    pattern(field).ifPresent(pattern -> map.put("pattern", pattern));
    bounds(field.kind()).ifPresent(map::putAll);
    return map;
  }

  private static Optional<String> pattern(SpecField<?> field) {
    String type = field.kind().type();
    return switch (type) {
      case "duration" -> Optional.of("^([0-9]{1,12})(ms|s|m|h)$");
      case "duration or off" -> Optional.of("^(?:off|([0-9]{1,12})(ms|s|m|h))$");
      case "size" -> Optional.of("^([0-9]{1,18}(?:\\.[0-9]{1,18})?)\\s?(B|KiB|MiB|GiB)?$");
      case "whole number" -> Optional.of("^([0-9]{1,18})$");
      case "duration or whole number" -> Optional.of("^([0-9]{1,12})(ms|s|m|h)?$");
      case "true or false" -> Optional.of("^(true|false)$");
      case "path" -> Optional.of("^/[A-Za-z0-9/._@+-]{1,511}$");
      case String choice when choice.startsWith("one of ") ->
          Optional.of("^(" + choice.substring("one of ".length()).replace(", ", "|") + ")$");
      case String other -> Optional.ofNullable(PATTERNS.get(field.path()));
    };
  }

  /** In milliseconds, bytes or the number itself. */
  private static Optional<Map<String, Object>> bounds(FieldKind<?> kind) {
    Matcher bounds = BOUNDS.matcher(kind.allowed());
    if (!List.of("duration", "duration or off", "size", "whole number").contains(kind.type())
        || !bounds.find()) {
      return Optional.empty();
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("least", base(kind.type(), bounds.group(1)));
    map.put("most", base(kind.type(), bounds.group(2)));
    return Optional.of(map);
  }

  private static long base(String type, String text) {
    return switch (type) {
      case "duration", "duration or off" -> DurationText.parse(text).orElseThrow().toMillis();
      case "size" -> ByteSize.parse(text).orElseThrow().bytes();
      case String number -> Long.parseLong(text);
    };
  }
}
