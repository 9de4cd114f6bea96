/** Events as hints where to look; what they claim is never believed. */
@NullMarked
package io.quorate.controller.events;

import org.jspecify.annotations.NullMarked;
