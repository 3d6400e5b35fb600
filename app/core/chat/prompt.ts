/* A prompt kept for another day. It belongs to one person, in one place. */
import { z } from "zod";

export const promptSchema = z.object({ text: z.string().trim().min(1).max(20_000) });
export const mostPrompts = 200;

export type Prompt = { id: string; text: string };
