/* The findings for one citation: the verdict, and any words or figures that differ from the source. */
import { CircleAlert, CircleCheck, CircleDashed, CircleDot, CircleEqual, CircleHelp, TextQuote } from "lucide-react";
import { useMemo } from "react";
import { restSentence, unconfirmedSentence, verdictSentences } from "#core/claims/verdicts.ts";
import { sourceMetadata, pageOfPlace, sureOfPlace, type CitedWords, type Source } from "#core/sources/source.ts";
import { wordDiff } from "#core/changes/word-diff.ts";
import { DiffMark } from "../kit/diff-mark.tsx";

const signs: Record<CitedWords["verdict"], typeof CircleCheck> = {
  verified: CircleCheck,
  "verified-omissions": CircleCheck,
  "quotation-only": TextQuote,
  supported: CircleEqual,
  unconfirmed: CircleDot,
  altered: CircleAlert,
  differs: CircleAlert,
  "not-found": CircleHelp,
  "not-checked": CircleDashed,
};

const tones: Partial<Record<CitedWords["verdict"], string>> = {
  verified: "text-insert",
  "verified-omissions": "text-insert",
  altered: "text-danger",
  differs: "text-danger",
  "not-found": "text-danger",
};

export function VerdictDetails({ cited, source }: { cited: CitedWords; source: Source }) {
  const Sign = signs[cited.verdict];
  return (
    <>
      <p className={`mt-2 flex items-start gap-1.5 text-xs ${tones[cited.verdict] ?? "text-ink-soft"}`}>
        <Sign className="mt-px size-3.5 shrink-0" aria-hidden="true" />
        <span>{sentenceFor(cited)}</span>
      </p>
      <Place cited={cited} source={source} />
      {cited.verdict === "altered" && cited.quoted !== undefined && <Alteration quoted={cited.quoted} words={cited.words ?? ""} />}
      {cited.omitted !== undefined && (
        <p className="mt-1 text-xs text-ink-soft">Left out: {cited.omitted.map((words) => `“${shortened(words)}”`).join(", ")}</p>
      )}
    </>
  );
}

function sentenceFor({ verdict, difference, missing, isTranslation }: CitedWords): string {
  if (verdict === "unconfirmed" && missing !== undefined) return unconfirmedSentence(missing);
  if (verdict === "quotation-only") return restSentence(missing ?? []);
  if (verdict === "verified" && isTranslation === true)
    return "Verified: the quoted words are in the source. Of the sentence around them, in another language, only figures and dates could be compared, and they agree.";
  if (verdict === "supported" && isTranslation === true)
    return "Supported, as a translation: only figures and dates could be compared, and they agree.";
  if (verdict === "not-checked") return "The quoted words are in the source; the sentence around them could not be checked.";
  if (verdict !== "differs" || difference === undefined) return verdictSentences[verdict];
  return difference.source === undefined
    ? `Differs: “${difference.said}” is not in this passage of the source.`
    : difference.said === "—"
      ? `Differs: the answer leaves out “${difference.source}”.`
      : `Differs: the answer says “${difference.said}”, the source says “${difference.source}”.`;
}

/** Where in the source: its provision, its page. */
function Place({ cited, source }: { cited: CitedWords; source: Source }) {
  if (cited.start === undefined) return null;
  const page = pageOfPlace(source, cited.start);
  const sure = sureOfPlace(source, cited.start);
  const { ref } = sourceMetadata(source);
  const said = [
    ref,
    page === undefined ? undefined : `page ${page}`,
    sure === undefined ? undefined : `recognized text, ${sure} % sure`,
  ].filter((part) => part !== undefined);
  return said.length === 0 ? null : <p className="mt-1 text-xs text-ink-faint">{said.join(", ")}</p>;
}

/** The words as quoted, compared with those of the source. */
function Alteration({ quoted, words }: { quoted: string; words: string }) {
  const diff = useMemo(() => wordDiff(words, quoted), [words, quoted]);
  return (
    <div className="mt-2 border-l-2 border-danger pl-3 text-base">
      <p className="font-serif break-words">
        {diff.segments.map((segment, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes
          <DiffMark key={at} {...segment} />
        ))}
      </p>
      <p className="mt-1 text-xs text-ink-faint">Struck through: in the source. Underlined: in the answer.</p>
    </div>
  );
}

const longestOmission = 160;

function shortened(words: string): string {
  return words.length > longestOmission ? `${words.slice(0, longestOmission).trimEnd()}…` : words;
}
