/*
 * Whether the words before a citation appear in its source, as checked by the
 * server when the answer was finished: shown on the chip and in the popup. An
 * unchecked citation shows nothing.
 */
import { verdictSentences, verdictWords, type Verdict } from "#core/claims/verdicts.ts";
import { amendedSentence, type CitedWords, type Source } from "#core/sources/source.ts";
import { claimBefore } from "./claim.ts";

/** The findings for this chip: the source's citation of the same sentence, else the one at the same index. */
export function citedBy(chip: HTMLElement, source: Source): CitedWords | undefined {
  const cited = source.cited ?? [];
  const said = letters(claimBefore(chip));
  const same = cited.filter(({ claim }) => said !== "" && (letters(claim) === said || said.endsWith(letters(claim))));
  if (same.length === 1) return same[0];
  const chips = [...(chip.closest(".answer")?.querySelectorAll<HTMLElement>(`button.citation[data-n="${source.number}"]`) ?? [])];
  return cited[chips.indexOf(chip)];
}

/** Sets the verdict on every chip of a finished answer. */
export function markVerdicts(answer: HTMLElement, sources: readonly Source[]): void {
  for (const chip of answer.querySelectorAll<HTMLElement>("button.citation")) {
    const source = sources.find(({ number }) => number === Number(chip.dataset["n"]));
    if (source === undefined) mark(chip, "no-source", verdictSentences["no-source"]);
    if (source?.amended !== undefined) markAmended(chip, source);
    const verdict = source && citedBy(chip, source)?.verdict;
    if (verdict === undefined || verdict === "not-checked") continue;
    mark(chip, verdict, [verdictSentences[verdict], source && amendedSentence(source)].filter(Boolean).join(" "));
  }
}

function mark(chip: HTMLElement, verdict: Verdict, title: string): void {
  if (chip.dataset["verdict"] === verdict) return;
  chip.dataset["verdict"] = verdict;
  chip.title = title;
  chip.setAttribute("aria-label", `${chip.getAttribute("aria-label") ?? chip.textContent}, ${verdictWords[verdict]}`);
}

/** The law behind it has been amended since. */
function markAmended(chip: HTMLElement, source: Source): void {
  if (chip.dataset["amended"] !== undefined) return;
  chip.dataset["amended"] = "";
  chip.title = amendedSentence(source) ?? "";
  chip.setAttribute(
    "aria-label",
    `${chip.getAttribute("aria-label") ?? chip.textContent}, ${source.amended?.isRepealed ? "repealed" : "amended"} since`,
  );
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}
