/**
 * The two tables, their stream, and the lineage mirror, with all that a network and a service can
 * do.
 */
@NullMarked
package io.quorate.simulation.store;

import org.jspecify.annotations.NullMarked;
