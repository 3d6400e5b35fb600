/* All scripts that a browser fetches for a chat page before any interaction, compressed. */
import { gzipSync } from "node:zlib";
import type { Stage } from "./stage.ts";

export type Script = { name: string; bytes: number };

export async function weighScripts(stage: Stage): Promise<Script[]> {
  const page = await stage.open(`/chat/${stage.shortChat}`);
  await page.waitForLoadState("networkidle", { timeout: 3000 }).catch(() => undefined);
  const addresses = await page.evaluate(() => [
    ...new Set(
      performance
        .getEntriesByType("resource")
        .map((entry) => entry.name)
        .filter((name) => new URL(name).pathname.endsWith(".js")),
    ),
  ]);
  const scripts: Script[] = [];
  for (const address of addresses) {
    const body = await (await page.request.get(address)).body();
    scripts.push({ name: address.split("/").at(-1)!, bytes: gzipSync(body).length });
  }
  await page.context().close();
  return scripts.sort((a, b) => b.bytes - a.bytes);
}
