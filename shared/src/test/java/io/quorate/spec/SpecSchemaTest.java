package io.quorate.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.JsonTree;
import io.quorate.codec.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Holds docs/cluster.schema.json against the table of fields. */
class SpecSchemaTest {
  private static final Path PUBLISHED = Path.of("..", "docs", "cluster.schema.json");

  @Test
  void thePublishedSchemaIsThatOfTheCode() throws IOException {
    String wanted = JsonTree.pretty(SpecSchema.tree());

    if (Boolean.getBoolean("quorate.docs.write")) {
      Files.writeString(PUBLISHED, wanted);
    } else {
      assertThat(PUBLISHED)
          .as("docs/cluster.schema.json is behind; run this test with -Dquorate.docs.write=true")
          .content()
          .isEqualTo(wanted);
    }
  }

  @Test
  void eachFieldHasAPlaceAndWhatIsRequiredIsRequired() {
    Tree schema = Tree.of(SpecSchema.tree(), "schema");
    assertThat(schema.strings("required")).containsExactly("name", "etcd");
    for (SpecField<?> field : SpecFields.ALL) {
      Tree at = schema;
      for (String step : field.path().split("\\.", -1)) {
        at = at.tree("properties").tree(step);
      }
      assertThat(at.string("description")).as(field.path()).startsWith(field.meaning());
    }
  }

  @Test
  void aChoiceIsAnEnumAndANumberMayBeText() {
    Tree properties = Tree.of(SpecSchema.tree(), "schema").tree("properties");
    assertThat(properties.tree("tls").tree("properties").tree("mode").strings("enum"))
        .containsExactly("off", "managed", "files");
    assertThat(properties.tree("size").strings("type")).containsExactly("integer", "string");
  }
}
