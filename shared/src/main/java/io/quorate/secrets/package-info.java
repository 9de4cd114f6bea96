/** What the node is told in confidence: it stands in no record, log, journal or argument. */
@NullMarked
package io.quorate.secrets;

import org.jspecify.annotations.NullMarked;
