/** All that the controller knows of each kind of command. */
@NullMarked
package io.quorate.controller.plan.commands;

import org.jspecify.annotations.NullMarked;
