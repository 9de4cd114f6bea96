/**
 * How the voters stand together: the quorum and its loss, durability, equal data, who answers.
 * Facts; nothing here decides.
 */
@NullMarked
package io.quorate.controller.plan.voters;

import org.jspecify.annotations.NullMarked;
