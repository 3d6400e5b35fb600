/* How long a bare ProseMirror takes for the same document in the same browser: what the editor cannot be faster than. */
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { jsonOf } from "../../app/core/document/document-schema.ts";
import { servePage } from "../../test/e2e/vite-page.ts";
import { percentile } from "../stream/load.ts";
import { longDraft } from "./long-draft.ts";
import { wordsInDraft } from "./stage.ts";

export async function measureBare(browser: Browser, rounds: number): Promise<number> {
  const site = await servePage(join(import.meta.dirname, "bare"));
  const json = JSON.stringify(jsonOf(longDraft(wordsInDraft)));
  const times: number[] = [];
  try {
    for (let round = 0; round <= rounds; round++) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(site.url);
      await page.waitForFunction(() => "bareEditor" in window);
      const ms = await page.evaluate((document) => window.bareEditor.open(document), json);
      if (round > 0) times.push(ms);
      await page.close();
    }
  } finally {
    site.close();
  }
  return percentile(times, 0.5);
}
