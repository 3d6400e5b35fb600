/* The message for a refused upload: one sentence, as its chip and toast have no room for more. */
import type { Problem } from "#core/workspace/problem.ts";

export async function refusalSentence(refusal: Response): Promise<string> {
  const { title, detail, code } = (await refusal.clone().json()) as Problem;
  if (detail === undefined) return title;
  // The reason a file was refused is already a full sentence.
  return code === "file-refused" || code === "password-needed" ? detail : `${title} ${detail}`;
}
