/** EventBridge events in their exact JSON, and their delivery with faults. */
@NullMarked
package io.quorate.localcloud.events;

import org.jspecify.annotations.NullMarked;
