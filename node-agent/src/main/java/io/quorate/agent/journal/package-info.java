/** The agent's own memory on the disk that also holds the data. */
@NullMarked
package io.quorate.agent.journal;

import org.jspecify.annotations.NullMarked;
