/* A title from the first message: its first clause without the request words, about six words at most. */
import { capitalised } from "#core/prose/phrase-rules.ts";
import { splitSentences } from "#core/text/sentences.ts";

const asking =
  /^(?:(?:hi|hello|hey|hej|hallo|hoi|dear \w+)[,!.]?\s+)?(?:(?:please|kindly|bitte|snälla|graag|can|could|would|will) (?:you )?(?:please )?|i (?:would like|want|need)(?: you)? (?:to )?|help me (?:to )?|kan du |können sie |kannst du |kun je |kunt u )*/iu;

export function shortTitle(message: string, longest = 60): string {
  const plain = message
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .replace(/https?:\/\/\S+/g, " ")
    .replace(/[#*_>`|]+/g, " ");
  const first = splitSentences(plain.trim().split(/\n\s*\n/)[0] ?? "")[0]?.text ?? "";
  const words = first.replace(asking, "").replace(/\s+/g, " ").trim();
  const clause = words.split(/(?<=\p{L}{3})[:;?!](?=\s|$)/u)[0]!.replace(/(?<![\s.,:;–-])[\s.,:;–-]+$/u, "");
  if (clause === "") return "";
  return capitalised(
    clause.length <= longest
      ? clause
      : `${clause.slice(0, clause.lastIndexOf(" ", longest - 1) > 20 ? clause.lastIndexOf(" ", longest - 1) : longest - 1).replace(/(?<![\s.,:;–-])[\s.,:;–-]+$/u, "")}…`,
  );
}
