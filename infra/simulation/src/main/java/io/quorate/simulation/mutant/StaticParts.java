package io.quorate.simulation.mutant;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * What the classes of one source do once, when they are initialized.
 *
 * @param texts of its static fields and static blocks
 */
record StaticParts(List<String> texts) {
  /** Those of this source. */
  static StaticParts of(String source) throws IOException {
    JavaFileObject file =
        new SimpleJavaFileObject(URI.create("string:///Source.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    var task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, null, null, null, List.of(file));
    List<String> texts = new ArrayList<>();
    for (CompilationUnitTree unit : task.parse()) {
      unit.accept(new Members(texts), null);
    }
    return new StaticParts(List.copyOf(texts));
  }

  private static final class Members extends TreeScanner<Void, Void> {
    private final List<String> texts;

    Members(List<String> texts) {
      this.texts = texts;
    }

    @Override
    public Void visitClass(ClassTree type, Void nothing) {
      type.getMembers().stream()
          .filter(member -> initialized(type, member))
          .map(Tree::toString)
          .forEach(texts::add);
      return super.visitClass(type, null);
    }

    private static boolean initialized(ClassTree type, Tree member) {
      return switch (member) {
        case VariableTree field ->
            field.getModifiers().getFlags().contains(Modifier.STATIC)
                || type.getKind() == Tree.Kind.INTERFACE
                || type.getKind() == Tree.Kind.ENUM;
        case BlockTree block -> block.isStatic();
        default -> false;
      };
    }
  }
}
