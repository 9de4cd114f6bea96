/** Reads what one turn may know of one cluster, through ports. */
@NullMarked
package io.quorate.controller.observe;

import org.jspecify.annotations.NullMarked;
