package io.quorate.cli.cluster;

import io.quorate.state.Condition;
import io.quorate.state.Phase;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads phase=HEALTHY, condition=NO_QUORUM or condition=NO_QUORUM=false. */
final class AwaitedConverter implements ITypeConverter<Awaited> {
  private static final Pattern FORM =
      Pattern.compile("(phase|condition)=([A-Za-z_]+)(?:=(true|false))?");

  @Override
  public Awaited convert(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches() || (matcher.group(1).equals("phase") && matcher.group(3) != null)) {
      throw new TypeConversionException(
          "'" + text + "': expected phase=PHASE, condition=CONDITION or condition=CONDITION=false");
    }
    String name = matcher.group(2).toUpperCase(Locale.ROOT);
    return matcher.group(1).equals("phase")
        ? new Awaited.InPhase(constant(Phase.values(), name, text))
        : new Awaited.Shown(
            constant(Condition.Type.values(), name, text), !"false".equals(matcher.group(3)));
  }

  private static <E extends Enum<E>> E constant(E[] all, String name, String text) {
    return Stream.of(all)
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'"
                        + text
                        + "': expected one of "
                        + Stream.of(all).map(Enum::name).collect(Collectors.joining(", "))));
  }
}
