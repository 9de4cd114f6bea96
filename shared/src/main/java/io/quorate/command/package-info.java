/** Commands: what a node is told to do to the membership, or beside it. */
@NullMarked
package io.quorate.command;

import org.jspecify.annotations.NullMarked;
