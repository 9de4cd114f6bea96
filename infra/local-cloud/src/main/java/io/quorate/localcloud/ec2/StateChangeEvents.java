package io.quorate.localcloud.ec2;

import io.quorate.localcloud.events.EventSink;
import io.quorate.localcloud.events.InstanceEvents;
import io.quorate.localcloud.instance.InstanceListener;
import io.quorate.localcloud.instance.InstanceView;

/** Tells of every change of an instance's state, and of what is announced of it, as EC2 does. */
public final class StateChangeEvents implements InstanceListener {
  private final InstanceEvents events;
  private final EventSink sink;

  /** Sends events of this origin to the sink. */
  public StateChangeEvents(InstanceEvents events, EventSink sink) {
    this.events = events;
    this.sink = sink;
  }

  @Override
  public void changed(InstanceView instance) {
    sink.accept(events.stateChange(instance.id(), instance.state().wireName()));
  }

  @Override
  public void interrupted(InstanceView instance, String action) {
    sink.accept(events.spotInterruption(instance.id(), action));
  }

  @Override
  public void rebalance(InstanceView instance) {
    sink.accept(events.rebalanceRecommendation(instance.id()));
  }
}
