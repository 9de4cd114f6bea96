/** Auto Scaling and EC2, with late and forgetful listings and a will of their own. */
@NullMarked
package io.quorate.simulation.cloud;

import org.jspecify.annotations.NullMarked;
