package io.quorate.cli.render;

import io.quorate.cli.picture.MemberLine;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.ProcessState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Values as short words for people. */
final class Words {
  private static final long KIB = 1024;

  private Words() {}

  /** How long ago, in its largest unit; an instant ahead of now counts as now. */
  static String age(Instant then, Instant now) {
    return duration(Duration.between(then, now));
  }

  static String duration(Duration span) {
    long seconds = Math.max(0, span.toSeconds());
    if (seconds < 120) {
      return seconds + " s";
    }
    if (seconds < 120 * 60) {
      return seconds / 60 + " min";
    }
    return seconds < 48 * 3600 ? seconds / 3600 + " h" : seconds / (24 * 3600) + " d";
  }

  /** A size in binary units, one decimal. */
  static String bytes(long bytes) {
    if (bytes < KIB) {
      return bytes + " B";
    }
    if (bytes < KIB * KIB) {
      return oneDecimal(bytes, KIB) + " KiB";
    }
    return bytes < KIB * KIB * KIB
        ? oneDecimal(bytes, KIB * KIB) + " MiB"
        : oneDecimal(bytes, KIB * KIB * KIB) + " GiB";
  }

  private static String oneDecimal(long bytes, long unit) {
    return String.format(Locale.ROOT, "%.1f", (double) bytes / unit);
  }

  /** The instant to the second, in UTC. */
  static String time(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** The state of a line, shortened to what is not as it should be. */
  static String state(MemberLine line) {
    if (line.gone()) {
      return "terminated";
    }
    String was = line.heartbeat().map(node -> state(line, node)).orElse("unknown");
    return line.missed() || !line.silent() ? was : "SILENT, was " + was;
  }

  private static String state(MemberLine line, Heartbeat node) {
    if (line.missed()) {
      return (line.silent() ? "SILENT, " : "") + "no answer to leader";
    }
    if (line.serving()) {
      return "serving";
    }
    if (line.inMemory()) {
      return "serving, data " + node.data();
    }
    if (node.report().accessRefused().isPresent()) {
      return "refuses its agent";
    }
    return node.data() == DataState.INTACT
        ? process(node.process())
        : data(node.data()) + "/" + process(node.process());
  }

  static String data(DataState data) {
    return switch (data) {
      case NONE -> "no data";
      case INTACT -> "intact";
      case LOST -> "lost";
      case FOREIGN -> "foreign";
      case ROLLED_BACK -> "rolled back";
      case DAMAGED -> "damaged";
      case REMOVED -> "removed";
      case SUPERSEDED -> "superseded";
    };
  }

  static String process(ProcessState process) {
    return switch (process) {
      case STOPPED -> "stopped";
      case STARTING -> "starting";
      case ANSWERING -> "answering";
      case UNRESPONSIVE -> "hung";
      case BACKING_OFF -> "backing off";
    };
  }
}
