/** How a cluster whose data is lost everywhere comes back from a snapshot, as a new generation. */
@NullMarked
package io.quorate.recovery;

import org.jspecify.annotations.NullMarked;
