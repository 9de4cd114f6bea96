/** What the Terraform modules deploy, read from their own deployment.json. */
@NullMarked
package io.quorate.localcloud.terraform;

import org.jspecify.annotations.NullMarked;
