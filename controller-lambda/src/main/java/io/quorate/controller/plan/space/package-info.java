/** Room for data: NOSPACE, compaction, defragmentation, disks. */
@NullMarked
package io.quorate.controller.plan.space;

import org.jspecify.annotations.NullMarked;
