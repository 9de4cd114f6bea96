package io.quorate.logback;

import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.JsonEscapeUtil;
import java.util.Map;

/**
 * logback's JSON, with the properties of the process and of the thread as members of their own:
 * {@code cluster} is found by the same name in the logs of the function and of the agents.
 */
final class FlatJsonEncoder extends JsonEncoder {
  FlatJsonEncoder() {
    setWithSequenceNumber(false);
    setWithNanoseconds(false);
    setWithContext(false);
    setWithMDC(false);
    setWithMarkers(false);
    setWithKVPList(false);
    setWithMessage(false);
    setWithArguments(false);
    setWithFormattedMessage(true);
  }

  @Override
  protected void appendCustomFields(StringBuilder line, ILoggingEvent event) {
    append(line, event.getLoggerContextVO().getPropertyMap());
    append(line, event.getMDCPropertyMap());
  }

  private void append(StringBuilder line, Map<String, String> properties) {
    properties.forEach(
        (name, value) -> {
          line.append(VALUE_SEPARATOR);
          appenderMember(line, name, JsonEscapeUtil.jsonEscapeString(value));
        });
  }
}
