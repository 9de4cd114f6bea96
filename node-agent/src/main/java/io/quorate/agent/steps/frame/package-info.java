/** What steps are made of: their results, their journal, the search for members that answer. */
@NullMarked
package io.quorate.agent.steps.frame;

import org.jspecify.annotations.NullMarked;
