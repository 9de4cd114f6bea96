/** The steps of LEAVE, REMOVE_MEMBER and SET_PEER_URL. */
@NullMarked
package io.quorate.agent.steps.leave;

import org.jspecify.annotations.NullMarked;
