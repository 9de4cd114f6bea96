/** What an operator asks of the controller. */
@NullMarked
package io.quorate.request;

import org.jspecify.annotations.NullMarked;
