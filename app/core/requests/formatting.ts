/* A formatting-only change, as a window sends it. */
import { z } from "zod";
import { alignments } from "../document/document-attributes.ts";
import { headingLevelMax } from "../document/document-schema.ts";
import { lookMarks, type FormattingChange } from "../changes/formatting-change.ts";

/** Level 0 is a paragraph; without an alignment, its lines begin where its script does. */
export const formattingSchema = z.union([
  z.object({ on: z.array(z.enum(lookMarks)), off: z.array(z.enum(lookMarks)) }),
  z.object({ level: z.int().min(0).max(headingLevelMax) }),
  z.object({ align: z.enum(alignments).nullable() }),
]) satisfies z.ZodType<FormattingChange>;
