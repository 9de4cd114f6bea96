/** What all clients of the AWS SDK share. */
@NullMarked
package io.quorate.aws;

import org.jspecify.annotations.NullMarked;
