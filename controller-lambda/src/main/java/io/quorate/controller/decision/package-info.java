/**
 * What a turn may decide: one file a decision, with all that is asked of it. Values only: they say
 * what is to be written and done, {@code act} does it.
 */
@NullMarked
package io.quorate.controller.decision;

import org.jspecify.annotations.NullMarked;
