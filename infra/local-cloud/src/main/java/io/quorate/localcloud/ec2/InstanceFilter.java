package io.quorate.localcloud.ec2;

import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.protocol.AwsError;
import io.quorate.localcloud.protocol.QueryParameters;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One filter of a Describe action: any of its values may match, with the wildcards * and ?.
 *
 * @param name what it looks at
 * @param values what it may be
 */
record InstanceFilter(String name, List<String> values) {
  static InstanceFilter of(QueryParameters in) {
    return new InstanceFilter(in.required("Name"), in.list("Value"));
  }

  boolean matches(InstanceView instance) {
    if (name.startsWith("tag:")) {
      return any(Optional.ofNullable(instance.tags().get(name.substring("tag:".length()))));
    }
    return switch (name) {
      case "instance-id" -> any(Optional.of(instance.id()));
      case "instance-state-name" -> any(Optional.of(instance.state().wireName()));
      case "instance-state-code" -> any(Optional.of("" + instance.state().code()));
      case "availability-zone" -> any(Optional.of(instance.zone()));
      case "private-ip-address", "network-interface.addresses.private-ip-address" ->
          any(Optional.of(instance.address()));
      case "tag-key" -> instance.tags().keySet().stream().anyMatch(key -> any(Optional.of(key)));
      default ->
          throw new AwsError(
              "InvalidParameterValue", 400, "The filter '%s' is invalid".formatted(name));
    };
  }

  private boolean any(Optional<String> value) {
    return value
        .filter(text -> values.stream().anyMatch(pattern -> glob(pattern).matcher(text).matches()))
        .isPresent();
  }

  private static Pattern glob(String pattern) {
    return Pattern.compile(
        pattern
            .chars()
            .mapToObj(c -> c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(Character.toString(c)))
            .collect(Collectors.joining()));
  }
}
