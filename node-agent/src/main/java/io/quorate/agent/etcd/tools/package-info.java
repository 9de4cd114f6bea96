/** etcd's tools and files: etcdutl, the database file, the release of a binary. */
@NullMarked
package io.quorate.agent.etcd.tools;

import org.jspecify.annotations.NullMarked;
