/** etcd's users, roles and permissions, brought to what the spec declares. */
@NullMarked
package io.quorate.controller.plan.access;

import org.jspecify.annotations.NullMarked;
