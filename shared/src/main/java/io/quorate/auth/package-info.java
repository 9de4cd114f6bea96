/** etcd's access control as values: who may do what, and what turns one such state into another. */
@NullMarked
package io.quorate.auth;

import org.jspecify.annotations.NullMarked;
