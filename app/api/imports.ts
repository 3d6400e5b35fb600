/*
 * Importing chats and documents from other products: the export arrives as a resumable upload, is previewed, imported on
 * request, and can be undone.
 */
import { Hono } from "hono";
import { importPath } from "#server/import/imports.ts";
import type { Stet } from "#server/stet.ts";
import { personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { speaksTus } from "./files.ts";
import { idOf } from "./runs.ts";

export function imports(stet: Stet) {
  return new Hono<ApiEnv>()
    .get("/api/imports", async (c) => c.json({ imports: await stet.imports.list(personOf(c)) }))
    .post("/api/imports/:id/start", async (c) => {
      await stet.imports.start(personOf(c), idOf(c));
      return c.json({ success: true }, 202);
    })
    .post("/api/imports/:id/undo", async (c) => c.json({ deleted: await stet.imports.undo(personOf(c), idOf(c)) }))
    .delete("/api/imports/:id", async (c) => {
      await stet.imports.discard(personOf(c), idOf(c));
      return c.json({ success: true });
    });
}

export function arrivingImports(stet: Stet) {
  return speaksTus(stet, importPath, stet.arrivingImports);
}
