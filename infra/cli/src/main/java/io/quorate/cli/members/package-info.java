/** Members of etcd: {@code members}, {@code compact}, {@code compare} and {@code defragment}. */
@NullMarked
package io.quorate.cli.members;

import org.jspecify.annotations.NullMarked;
