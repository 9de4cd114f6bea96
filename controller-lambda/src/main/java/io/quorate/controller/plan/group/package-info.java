/**
 * What Auto Scaling and EC2 do with the instances, and what was asked of them: terminations,
 * interruptions, scale-in. Facts; nothing here decides.
 */
@NullMarked
package io.quorate.controller.plan.group;

import org.jspecify.annotations.NullMarked;
