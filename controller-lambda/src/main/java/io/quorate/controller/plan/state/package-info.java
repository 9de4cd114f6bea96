/**
 * What the rules reason about: how each node is, who is a member, who keeps a quorum, who is proven
 * dead, and how recorded work stands. Pure; nothing here decides.
 */
@NullMarked
package io.quorate.controller.plan.state;

import org.jspecify.annotations.NullMarked;
