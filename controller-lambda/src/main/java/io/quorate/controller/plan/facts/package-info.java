/**
 * What everything reasons about: how each node is, who is a member, who keeps a quorum, who is
 * proven dead; and the forms that capabilities fill in: a rule, an update of the status. Pure;
 * nothing here decides.
 */
@NullMarked
package io.quorate.controller.plan.facts;

import org.jspecify.annotations.NullMarked;
