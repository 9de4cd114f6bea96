package io.quorate.logback;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.LayoutBase;
import java.util.function.Function;

/**
 * A line of text. A pattern would say the same, but its parser takes longer than all else that a
 * function's log needs at a cold start.
 */
final class TextLayout extends LayoutBase<ILoggingEvent> {
  private final Function<ILoggingEvent, String> head;
  private final ThrowableProxyConverter thrown = new ThrowableProxyConverter();

  /** Lines that begin so, up to the message. */
  TextLayout(Function<ILoggingEvent, String> head) {
    this.head = head;
  }

  @Override
  public void start() {
    thrown.setContext(getContext());
    thrown.start();
    super.start();
  }

  @Override
  public String doLayout(ILoggingEvent event) {
    String message = event.getFormattedMessage();
    return head.apply(event) + message + "\n" + thrown.convert(event);
  }
}
