/** The tour: breaks a cluster on purpose, step after step, and checks that it mends. */
@NullMarked
package io.quorate.deployment.tour;

import org.jspecify.annotations.NullMarked;
