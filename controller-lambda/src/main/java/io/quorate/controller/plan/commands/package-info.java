/**
 * What all kinds of command share: how one starts and ends, who carries it out, how long it waits
 * after a failure. Each kind stands with its capability.
 */
@NullMarked
package io.quorate.controller.plan.commands;

import org.jspecify.annotations.NullMarked;
