/** Pictures in, text or JSON out: no I/O, no clock. */
@NullMarked
package io.quorate.cli.render;

import org.jspecify.annotations.NullMarked;
