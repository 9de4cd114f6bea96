/** The record store on DynamoDB. */
@NullMarked
package io.quorate.dynamodb;

import org.jspecify.annotations.NullMarked;
