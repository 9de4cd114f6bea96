/** The agent at work: its loops over the ports, and what they tell the outside. */
@NullMarked
package io.quorate.agent.run;

import org.jspecify.annotations.NullMarked;
