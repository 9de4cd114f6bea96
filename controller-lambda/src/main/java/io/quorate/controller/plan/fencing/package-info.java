/**
 * Which nodes may still hold acknowledged writes when a cluster's data is lost, and what proves
 * that one does not.
 */
@NullMarked
package io.quorate.controller.plan.fencing;

import org.jspecify.annotations.NullMarked;
