/** Reads the file of an etcd snapshot, which is a bolt database with its SHA-256 after it. */
@NullMarked
package io.quorate.cli.bolt;

import org.jspecify.annotations.NullMarked;
