/** Everything one turn of the controller may know, as one immutable value. */
@NullMarked
package io.quorate.controller.view;

import org.jspecify.annotations.NullMarked;
