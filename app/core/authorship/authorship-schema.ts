/* Validates authorship sent by a browser. Separate from authorship.ts, because the editor stores it but validates none. */
import { z } from "zod";
import type { Authorship } from "./authorship.ts";

const name = z.string().max(400);
const at = z.iso.datetime();
const answered = { model: name, prompt: z.string().max(400), messageId: z.string().max(100).optional() };

const originSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("unknown") }),
  z.object({ kind: z.literal("typed") }),
  z.object({ kind: z.literal("pasted"), at, from: z.object({ id: z.string().max(100), name }).optional() }),
  z.object({ kind: z.literal("proposed"), at, via: z.enum(["change", "write", "selection", "agent", "answer"]), ...answered }),
  z.object({ kind: z.literal("quoted"), at, source: name, place: name.optional(), ...z.object(answered).partial().shape }),
  z.object({ kind: z.literal("imported"), at, file: name.optional(), author: name.optional() }),
]);

export const authorshipSchema: z.ZodType<Authorship> = z.object({
  origins: z.array(originSchema).max(20_000),
  runs: z.array(z.int().min(0)).max(2_000_000),
});
