/** The Lambda function: three triggers, one turn for each cluster that they hint at. */
@NullMarked
package io.quorate.controller.function;

import org.jspecify.annotations.NullMarked;
