/* What a refused upload is told: one sentence, since its chip and its toast have room for no more. */
import type { Problem } from "#core/workspace/problem.ts";

export async function refusalSentence(refusal: Response): Promise<string> {
  const { title, detail, code } = (await refusal.clone().json()) as Problem;
  if (detail === undefined) return title;
  // What a file was refused for is a sentence by itself.
  return code === "file-refused" ? detail : `${title} ${detail}`;
}
