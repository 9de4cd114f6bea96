/** Records to and from plain trees of strings, numbers, flags, lists and maps: the wire forms. */
@NullMarked
package io.quorate.codec;

import org.jspecify.annotations.NullMarked;
