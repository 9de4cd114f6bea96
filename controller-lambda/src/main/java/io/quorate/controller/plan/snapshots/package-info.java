/**
 * What rules and conditions reason about snapshots and tasks with: which are due, who does them,
 * which may go.
 */
@NullMarked
package io.quorate.controller.plan.snapshots;

import org.jspecify.annotations.NullMarked;
