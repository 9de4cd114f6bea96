/** Which requests the faults pick. */
@NullMarked
package io.quorate.localcloud.faults;

import org.jspecify.annotations.NullMarked;
