/** How a record's components stand in the tables, where that differs from the rule. */
@NullMarked
package io.quorate.wire;

import org.jspecify.annotations.NullMarked;
