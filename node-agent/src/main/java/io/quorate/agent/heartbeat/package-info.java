/** What the agent reports and reads back, and how often. */
@NullMarked
package io.quorate.agent.heartbeat;

import org.jspecify.annotations.NullMarked;
