import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { previewName } from "#core/sources/link-preview.ts";
import { scenes } from "../../../scripts/shots/scenes.ts";
import { sitePaths } from "./feed.ts";
import sizes from "./shots.json" with { type: "json" };

const folder = join(import.meta.dirname, "../../../public");

test("every scene has been photographed, and nothing lies about that is none", () => {
  const files = scenes.flatMap(({ name }) => ["dark.avif", "dark.png", "light.avif", "light.png"].map((end) => `${name}-${end}`));
  expect(readdirSync(join(folder, "shots")).sort()).toEqual(files.sort());
  expect(Object.keys(sizes)).toEqual(scenes.map(({ name }) => name));
});

test.each(Object.entries(sizes))("%s is as large as it says, in every form", async (name, { width, height }) => {
  for (const end of ["dark.avif", "dark.png", "light.avif", "light.png"]) {
    const found = await sharp(join(folder, `shots/${name}-${end}`)).metadata();
    expect([found.width, found.height]).toEqual([2 * width, 2 * height]);
  }
});

test.each(sitePaths)("a link to %s has a picture", async (path) => {
  const file = join(folder, `previews/${previewName(path)}.png`);
  expect(existsSync(file), `${file} is missing: npm run shots -- previews`).toBe(true);
  expect(await sharp(file).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
});
