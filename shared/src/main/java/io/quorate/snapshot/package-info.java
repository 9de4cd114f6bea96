/** What a snapshot is: its id, its manifest, its place in the bucket, its line in the catalogue. */
@NullMarked
package io.quorate.snapshot;

import org.jspecify.annotations.NullMarked;
