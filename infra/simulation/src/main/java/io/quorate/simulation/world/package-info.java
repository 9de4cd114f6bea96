/** The world that a scenario runs in: its clusters, their clients, and what of it was seen. */
@NullMarked
package io.quorate.simulation.world;

import org.jspecify.annotations.NullMarked;
