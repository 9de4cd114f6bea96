/** What the build wrote about this release. */
@NullMarked
package io.quorate.release;

import org.jspecify.annotations.NullMarked;
