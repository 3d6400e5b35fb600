/* GET /api/chats/{id}/pdf: the whole conversation as an A4 file, for everyone who may read it. */
import { Hono } from "hono";
import { noticeHeaders } from "#core/document/draft-export.ts";
import { getWholeThread } from "#server/data/chats/messages.ts";
import { transcriptName } from "#server/export/transcript.ts";
import { longWork } from "#server/long-work/long-work.ts";
import type { Stet } from "#server/stet.ts";
import { personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { idOf } from "./runs.ts";

export function chatPdf(stet: Stet) {
  return new Hono<ApiEnv>().get("/api/chats/:id/pdf", async (c) => {
    const me = personOf(c);
    const { chat, messages } = await getWholeThread(me, stet.db, idOf(c));
    const exportedAt = new Date();
    const { bytes, notice } = await longWork(me, "transcriptPdf", { title: chat.title, messages, exportedAt }, c.req.raw.signal);
    return c.body(Uint8Array.from(bytes), 200, {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="${transcriptName(exportedAt)}"`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      ...noticeHeaders(notice),
    });
  });
}
