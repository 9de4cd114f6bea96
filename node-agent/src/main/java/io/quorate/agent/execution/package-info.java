/**
 * What the agent decides: whether its data may start, which instruction counts, what comes next.
 * Pure.
 */
@NullMarked
package io.quorate.agent.execution;

import org.jspecify.annotations.NullMarked;
