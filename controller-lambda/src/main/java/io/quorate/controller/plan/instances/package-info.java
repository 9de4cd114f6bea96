/**
 * Instances that hang, lost their data or are gone: what proves it, and which of them are
 * terminated, replaced or forgotten.
 */
@NullMarked
package io.quorate.controller.plan.instances;

import org.jspecify.annotations.NullMarked;
