/** Tasks: maintenance that the node does beside its membership's steps, one at a time. */
@NullMarked
package io.quorate.agent.tasks;

import org.jspecify.annotations.NullMarked;
