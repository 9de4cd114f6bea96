/** What the tables hold, as values: lineage, heartbeats, status, lease, journal. */
@NullMarked
package io.quorate.state;

import org.jspecify.annotations.NullMarked;
