/** A fleet of thousands of clusters, by the controller's own code over modelled services. */
@NullMarked
package io.quorate.simulation.fleet;

import org.jspecify.annotations.NullMarked;
