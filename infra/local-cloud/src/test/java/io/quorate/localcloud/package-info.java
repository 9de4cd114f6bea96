/** The local cloud asked from outside: by the AWS SDK, the aws command and boto3. */
@NullMarked
package io.quorate.localcloud;

import org.jspecify.annotations.NullMarked;
