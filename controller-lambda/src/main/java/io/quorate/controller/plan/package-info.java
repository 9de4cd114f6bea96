/**
 * Decides: a view in, one decision with its reason out. No clock, no randomness, no logger, no SDK.
 * Here stand the lists: the rules in their order, the conditions, the kinds of command, and what
 * each capability adds to the status. A capability's package holds its rules, checks, commands and
 * facts.
 */
@NullMarked
package io.quorate.controller.plan;

import org.jspecify.annotations.NullMarked;
