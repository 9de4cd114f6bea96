/**
 * Instances as real processes: an address, a disk folder, a supervised command, a metadata service.
 */
@NullMarked
package io.quorate.localcloud.instance;

import org.jspecify.annotations.NullMarked;
