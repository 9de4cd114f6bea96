package io.quorate.e2e;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Runs in {@code infra/test --everything} only, on a stage of its class's own. docs/tests.md says
 * which other test holds the same behaviour in continuous integration.
 */
@Tag("everything")
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@interface EverythingOnly {}
