/** The port to shared state: records, conditions and conditional writes. */
@NullMarked
package io.quorate.store;

import org.jspecify.annotations.NullMarked;
