package io.quorate.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LoggingPreferences;

/** A real Chromium without a window. */
public final class Browser implements AutoCloseable {
  /** Far longer than anything takes: only what never comes fails. */
  private static final Duration CEILING = Duration.ofSeconds(30);

  private static final long LOOK_MILLIS = 100;

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Opens one; skips the test, loudly, where there is none. */
  public static Browser open() throws IOException, InterruptedException {
    Process find =
        new ProcessBuilder(Path.of("..", "tools", "find-chromium").toAbsolutePath().toString())
            .redirectErrorStream(true)
            .start();
    String said;
    try (InputStream out = find.getInputStream()) {
      said = new String(out.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8).strip();
    }
    boolean found = find.waitFor() == 0;
    if (!found) {
      System.err.println("SKIPPED: the console was NOT tried in a browser: " + said);
    }
    assumeThat(found).as(said).isTrue();
    Path folder = Path.of(said);
    LoggingPreferences everything = new LoggingPreferences();
    everything.enable("browser", Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(folder.resolve("chromium").toFile());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-proxy-server",
        "--hide-scrollbars",
        "--force-device-scale-factor=1");
    options.setCapability("goog:loggingPrefs", everything);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(folder.resolve("chromedriver").toFile())
            .usingAnyFreePort()
            .build();
    return new Browser(new ChromeDriver(service, options));
  }

  public void show(URI page) {
    driver.get("about:blank");
    driver.get(page.toString());
  }

  /** A window of this size, in this colour scheme. */
  public Browser as(int width, int height, String scheme) {
    driver.manage().window().setSize(new Dimension(width, height));
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    return this;
  }

  public void await(String what, BooleanSupplier holds) {
    long deadline = System.nanoTime() + CEILING.toNanos();
    CountDownLatch never = new CountDownLatch(1);
    try {
      while (!holds(holds)) {
        assertThat(System.nanoTime())
            .as("%s; the page says: %s", what, text())
            .isLessThan(deadline);
        assertThat(never.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)).isFalse();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted before " + what, e);
    }
  }

  private static boolean holds(BooleanSupplier condition) {
    try {
      return condition.getAsBoolean();
    } catch (StaleElementReferenceException changedMeanwhile) {
      return false;
    }
  }

  public void awaitText(String text) {
    await("'" + text + "' is shown", () -> text().contains(text));
  }

  /** What a person reads. */
  public String text() {
    return driver.findElement(By.tagName("body")).getText();
  }

  public String text(String selector) {
    return find(selector).getText();
  }

  public WebElement find(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  public List<WebElement> all(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  public List<String> texts(String selector) {
    return all(selector).stream().map(WebElement::getText).toList();
  }

  public void press(CharSequence... keys) {
    driver.switchTo().activeElement().sendKeys(keys);
  }

  /** Goes on by the keyboard until the element that fits has the focus. */
  public void tabTo(String selector) {
    for (int tabs = 0; tabs < 200; tabs++) {
      if (Boolean.TRUE.equals(
          script("return document.activeElement.matches(arguments[0])", selector))) {
        return;
      }
      press(Keys.TAB);
    }
    throw new AssertionError("the keyboard does not lead to " + selector);
  }

  public Object script(String code, Object... arguments) {
    Object value = driver.executeScript(code, arguments);
    return value == null ? "" : value;
  }

  /** What the page, or the browser on its behalf, has complained of since the last call. */
  public List<String> log() {
    return driver.manage().logs().get("browser").getAll().stream().map(LogEntry::toString).toList();
  }

  public void screenshot(Path file) throws IOException {
    Files.createDirectories(file.resolveSibling(""));
    Object webp =
        driver
            .executeCdpCommand("Page.captureScreenshot", Map.of("format", "webp", "quality", 82))
            .get("data");
    Files.write(file, Base64.getDecoder().decode(String.valueOf(webp)));
  }

  @Override
  public void close() {
    driver.quit();
  }
}
