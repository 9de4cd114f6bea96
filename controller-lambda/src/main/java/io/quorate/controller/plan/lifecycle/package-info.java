/** A cluster's beginning and end: the bootstrap, halts, pauses, the lineage. */
@NullMarked
package io.quorate.controller.plan.lifecycle;

import org.jspecify.annotations.NullMarked;
