/** Auto Scaling and EC2 behind the controller's ports. */
@NullMarked
package io.quorate.controller.autoscaling;

import org.jspecify.annotations.NullMarked;
