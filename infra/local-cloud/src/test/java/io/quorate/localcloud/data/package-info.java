/** The stores' parts, one by one. */
@NullMarked
package io.quorate.localcloud.data;

import org.jspecify.annotations.NullMarked;
