/** Snapshots and archived directories: which are due, who takes and verifies them, which may go. */
@NullMarked
package io.quorate.controller.plan.snapshots;

import org.jspecify.annotations.NullMarked;
