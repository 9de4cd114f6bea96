/** The words of the domain as values: no I/O, no clock, no SDK type. */
@NullMarked
package io.quorate.model;

import org.jspecify.annotations.NullMarked;
