package io.quorate.controller.view;

import io.quorate.state.Heartbeat;
import io.quorate.state.HeartbeatProgress;

/**
 * A node's latest heartbeat, and for how long the controller has been looking at it.
 *
 * @param heartbeat the row as read in this turn
 * @param heartbeatProgress this turn's look included
 */
public record ObservedNode(Heartbeat heartbeat, HeartbeatProgress heartbeatProgress) {}
