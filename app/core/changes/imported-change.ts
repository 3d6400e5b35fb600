/* A counterpart's change in a file that became a draft, and what was decided about it. */
import { z } from "zod";
import type { Patch } from "./patch.ts";

export const decisionSchema = z.object({ decision: z.enum(["accepted", "rejected"]).nullable() });
export type Decision = z.infer<typeof decisionSchema>["decision"];

export type ImportedChange = { id: string; patch: Patch & { author?: string; date?: string }; decision: Decision };
