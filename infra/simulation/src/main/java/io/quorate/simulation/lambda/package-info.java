/** The controller's invocations: concurrent, frozen, killed, repeated, and what triggers them. */
@NullMarked
package io.quorate.simulation.lambda;

import org.jspecify.annotations.NullMarked;
