/**
 * Decides: a view in, one decision with its reason out. No clock, no randomness, no logger, no SDK;
 * one rule a file.
 */
@NullMarked
package io.quorate.controller.plan;

import org.jspecify.annotations.NullMarked;
