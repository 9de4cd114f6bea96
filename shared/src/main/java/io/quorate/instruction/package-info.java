/** What an agent may be told to do, and what it answers. */
@NullMarked
package io.quorate.instruction;

import org.jspecify.annotations.NullMarked;
