/**
 * Which members run with other settings or another release than the spec's, which instances an
 * older launch template made, and what keeps them from being restarted or replaced. Facts; nothing
 * here decides.
 */
@NullMarked
package io.quorate.controller.plan.outdated;

import org.jspecify.annotations.NullMarked;
