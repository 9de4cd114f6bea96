/** The part of EC2's API that Quorate reads and terminates instances by. */
@NullMarked
package io.quorate.localcloud.ec2;

import org.jspecify.annotations.NullMarked;
