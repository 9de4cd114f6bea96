/**
 * Who becomes a member and who stops to be one: joins, leaves, replacements, scale-in, changes that
 * somebody made by hand.
 */
@NullMarked
package io.quorate.controller.plan.membership;

import org.jspecify.annotations.NullMarked;
