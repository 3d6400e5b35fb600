/* What is asked of the law shelf. */
import { z } from "zod";
import { sectionLists } from "../law/law-shelf.ts";

const actId = z.string().min(1).max(200);
const ref = z.string().min(1).max(300);
const words = z.string().max(200).catch("").default("");

/** The address of the shelf. */
export const shelfQuerySchema = z.object({
  query: words,
  jurisdiction: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional()
    .catch(undefined),
  after: actId.optional().catch(undefined),
});
export type ShelfQuery = z.infer<typeof shelfQuerySchema>;

/** The address of an act. */
export const actQuerySchema = z.object({
  id: actId.catch(""),
  query: words,
  show: z.enum(sectionLists).catch("all").default("all"),
  after: ref.optional().catch(undefined),
});
export type ActQuery = z.infer<typeof actQuerySchema>;

/** The address of a section. `from` and `to`: the wordings that are compared. */
export const wordingsQuerySchema = z.object({
  ref: ref.catch(""),
  from: z.coerce.number().int().optional().catch(undefined),
  to: z.coerce.number().int().optional().catch(undefined),
  view: z.enum(["words", "beside"]).optional().catch(undefined),
});
export type WordingsQuery = z.infer<typeof wordingsQuerySchema>;

/** POST /api/law/acts: acts as they are cited. */
export const lawAskedSchema = z.strictObject({ citation: z.string().trim().min(1, "Enter the number of an act.").max(300) });

/** POST /api/law/acts/refresh */
export const lawRefreshSchema = z.strictObject({ id: actId });
