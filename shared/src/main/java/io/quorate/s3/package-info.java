/** The lineage mirror on S3. */
@NullMarked
package io.quorate.s3;

import org.jspecify.annotations.NullMarked;
