/** Lambda, by which the function invokes itself. */
@NullMarked
package io.quorate.controller.lambda;

import org.jspecify.annotations.NullMarked;
