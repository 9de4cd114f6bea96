package io.quorate.localcloud.events;

/** Where events go. */
@FunctionalInterface
public interface EventSink {
  /** Takes an event; it may be delivered later, or, under injected faults, never. */
  void accept(CloudEvent event);
}
