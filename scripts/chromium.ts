/*
 * Finds a browser for the end-to-end tests: an installed one, else Debian's if it can be installed, else Playwright's
 * own.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const known = [
  process.env.CHROMIUM,
  // Without a window, a page costs a third less.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

export function findChromium(): string | undefined {
  return [...known, chromium.executablePath()].find((path) => path !== undefined && path !== "" && existsSync(path));
}

/** The path of a Chromium, installed if necessary. Throws an error that names the fix. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found !== undefined) return found;
  if (existsSync("/usr/bin/apt-get") && process.getuid?.() === 0) {
    process.stderr.write("Installing Debian's Chromium for the journeys …\n");
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    for (const name of ["chromium-headless-shell", "chromium"])
      if (findChromium() === undefined)
        spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], {
          stdio: ["ignore", "ignore", "inherit"],
        });
  } else {
    process.stderr.write("Fetching Playwright's Chromium for the journeys …\n");
    spawnSync("playwright-core", ["install", "chromium-headless-shell"], { stdio: "inherit" });
  }
  const installed = findChromium();
  if (installed === undefined)
    throw new Error(
      "The journeys need a browser. Install Chromium or Chrome, or set CHROMIUM to one's path, and run npm test again.",
    );
  return installed;
}
