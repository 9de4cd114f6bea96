/**
 * How a cluster whose data is lost everywhere comes back: who may hold data, what proves that
 * nobody does, which snapshot is restored and where, and what comes next. Pure.
 */
@NullMarked
package io.quorate.controller.plan.recovery;

import org.jspecify.annotations.NullMarked;
