/** Auto Scaling: groups, lifecycle hooks, and the loop that drives a group to its desired size. */
@NullMarked
package io.quorate.localcloud.autoscaling;

import org.jspecify.annotations.NullMarked;
