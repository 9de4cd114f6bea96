/** The controller's turn: lease, observe, plan, act, again while something changed. */
@NullMarked
package io.quorate.controller.reconcile;

import org.jspecify.annotations.NullMarked;
