/* The editor's requests outside the chat: rewording a passage once or in versions, suggesting next steps, and syncing its text with a
   chat. */
import { Hono, type Context } from "hono";
import { z } from "zod";
import { modelAccess } from "#core/models/model-access.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { canSuggest, suggestionThreshold } from "#core/chat/suggestions.ts";
import { upsertChatDocument } from "#server/data/chats/chat-documents.ts";
import type { Stet } from "#server/stet.ts";
import { modifyText, textVariants } from "#server/writing/modify-text.ts";
import { suggest } from "#server/writing/suggest.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";

const model = z.string().max(200).optional();
/** It decides what is replaced before the text is sent to a model; without it nothing is sent where that could be missed. */
const draftId = z
  .uuid()
  .nullish()
  .transform((id) => id ?? null);
const modifySchema = z.object({
  draftId,
  originalText: z.string().max(50_000),
  prompt: z.string().trim().min(1).max(4_000),
  model,
});
const suggestionsSchema = z.object({
  draftId,
  editorContent: z.string().max(5_000_000),
  contentType: z.string().max(40).default("essay"),
  model,
});
const documentSchema = z.object({ chatSessionId: z.uuid(), content: z.string().max(5_000_000) });

export function writing(stet: Stet) {
  return new Hono<ApiEnv>()
    .post("/api/text-modify", async (c) => {
      const me = personOf(c);
      const asked = await passageIn(c);
      const modified = stet.asking.during(me, () => modifyText(stet, me, asked, c.req.raw.signal), { isPaced: true });
      const text = await orProblem(stet, "cannot-modify-text", modified);
      return c.json({ text, model: await nameOfModel(stet, me, asked.model) });
    })
    .post("/api/text-variants", async (c) => {
      const me = personOf(c);
      const asked = await passageIn(c);
      const written = stet.asking.during(me, () => textVariants(stet, me, asked, c.req.raw.signal), { isPaced: true });
      const variants = await orProblem(stet, "cannot-modify-text", written);
      return c.json({ variants, model: await nameOfModel(stet, me, asked.model) });
    })
    .post("/api/suggestions", async (c) => {
      const me = personOf(c);
      const asked = await bodyOf(c, suggestionsSchema);
      if (!canSuggest(asked.editorContent))
        throw problem("bad-request", `editorContent: suggestions need at least ${suggestionThreshold} characters.`);
      const suggested = stet.asking.during(me, () => suggest(stet, me, asked, c.req.raw.signal), { isPaced: true });
      const suggestions = await orProblem(stet, "cannot-load-suggestions", suggested);
      return c.json({ suggestions });
    })
    .post("/api/chatdocuments/upsert", async (c) => {
      const me = personOf(c);
      const { chatSessionId, content } = await bodyOf(c, documentSchema);
      if (content.trim() === "") throw problem("bad-request", "Editor is empty");
      const { changed } = await orProblem(stet, "cannot-sync", upsertChatDocument(me, stet.db, { chatId: chatSessionId, content }));
      return c.json({ success: true, changed });
    });
}

async function passageIn(c: Context<ApiEnv>): Promise<z.infer<typeof modifySchema>> {
  const asked = await bodyOf(c, modifySchema);
  if (asked.originalText.trim() === "") throw problem("bad-request", "originalText: there is nothing to modify.");
  return asked;
}

async function nameOfModel(stet: Stet, me: Person, model: string | undefined): Promise<string> {
  const access = modelAccess(me);
  const found = await stet.models.find(model ?? (await stet.models.defaultModel(access)), access);
  return "row" in found ? found.row.name : "";
}

/** Refusals pass through; failures get the message the specification has for them. */
async function orProblem<T>(
  stet: Stet,
  code: "cannot-modify-text" | "cannot-load-suggestions" | "cannot-sync",
  asked: Promise<T>,
): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Response) throw error;
    stet.log.error({ err: error }, code);
    throw problem(code);
  }
}
