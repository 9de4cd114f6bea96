package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An alarm of a cluster, as the Terraform module declares it, over one value a minute.
 *
 * @param atLeast the value from which a minute breaches
 * @param minutes so many in a row set the alarm off
 * @param missingBreaches whether a minute without a value breaches; else it says nothing
 */
record ClusterAlarm(int atLeast, int minutes, boolean missingBreaches) {
  private static final Path FILE =
      Path.of("..", "terraform", "modules", "etcd-cluster", "alarms.tf");

  /** What the alarms watch. */
  private record Series(String namespace, String metric, List<String> dimensions) {
    private static final Series OF_MODULE = read();

    private static Series read() {
      String file = file();
      return new Series(
          group(file, "namespace *= \"(\\w+)\""),
          group(file, "metric_name *= \"(\\w+)\""),
          Pattern.compile("(\\w+) =")
              .matcher(group(file, "dimensions *= \\{(.*?)}"))
              .results()
              .map(found -> found.group(1))
              .toList());
    }
  }

  private static String file() {
    try {
      return Files.readString(FILE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The one of this name. */
  static ClusterAlarm named(String name) {
    String file = file();
    assertThat(file)
        .containsPattern("comparison_operator *= \"GreaterThanOrEqualToThreshold\"")
        .containsPattern("threshold *= each.value.at_least")
        .containsPattern("statistic *= \"Maximum\"")
        .containsPattern("period *= 60\n")
        .containsPattern("evaluation_periods *= each.value.minutes")
        .containsPattern("treat_missing_data *= each.value.missing");
    String block = group(file, "(?s)\n    " + name + " = \\{(.*?)\n    }");
    String missing = group(block, "missing *= \"(\\w+)\"");
    assertThat(missing).isIn("breaching", "ignore");
    return new ClusterAlarm(
        Integer.parseInt(group(block, "at_least *= (\\d+)")),
        Integer.parseInt(group(block, "minutes *= (\\d+)")),
        missing.equals("breaching"));
  }

  /** The value on this line of the function's log, where it is of the series that alarms watch. */
  static OptionalInt value(String line, String cluster) throws IOException {
    Series series = Series.OF_MODULE;
    Map<String, Object> published = JSON.std.mapFrom(line);
    boolean watched =
        line.contains("\"Namespace\":\"" + series.namespace() + "\"")
            && line.contains(
                series.dimensions().stream()
                    .collect(Collectors.joining("\",\"", "\"Dimensions\":[[\"", "\"]]")))
            && line.contains("\"Name\":\"" + series.metric() + "\"")
            && cluster.equals(published.get("Cluster"));
    return watched && published.get(series.metric()) instanceof Number number
        ? OptionalInt.of(number.intValue())
        : OptionalInt.empty();
  }

  /** Whether it goes off at any time over these minutes. */
  boolean goesOff(List<OptionalInt> values) {
    int breaching = 0;
    for (OptionalInt value : values) {
      if (value.isPresent() ? value.getAsInt() >= atLeast : missingBreaches) {
        breaching++;
      } else if (value.isPresent()) {
        breaching = 0;
      }
      if (breaching >= minutes) {
        return true;
      }
    }
    return false;
  }

  private static String group(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(pattern).isTrue();
    return matcher.group(1);
  }
}
