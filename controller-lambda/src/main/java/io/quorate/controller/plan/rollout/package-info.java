/** Roll-outs: settings, releases of etcd and instances, one member at a time. */
@NullMarked
package io.quorate.controller.plan.rollout;

import org.jspecify.annotations.NullMarked;
