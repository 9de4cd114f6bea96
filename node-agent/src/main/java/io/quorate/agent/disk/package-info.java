/** Writing to the instance's disk so that it survives a power cut. */
@NullMarked
package io.quorate.agent.disk;

import org.jspecify.annotations.NullMarked;
