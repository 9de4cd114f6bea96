/** What Prometheus reads of an agent. */
@NullMarked
package io.quorate.agent.metrics;

import org.jspecify.annotations.NullMarked;
