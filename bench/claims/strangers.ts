/*
 * Texts that neither the checker nor its cases were made from: Word files of other programs, and acts as official services
 * answer, read by the product. They have headings without full stops, lists without signs and clauses of every hand.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { guessLanguage } from "#core/prose/prose-language.ts";
import { readWord } from "#server/files/readers/word.ts";
import { openArchive } from "#server/files/zip.ts";
import { lawForms, type LawForm } from "#server/knowledge/load-law.ts";
import { wordFiles } from "#test/word-files.ts";
import type { Section } from "./cases.ts";

/** As long as a section of an act. */
const sectionLength = 1500;
const shortest = 200;

const acts: readonly [form: LawForm, file: string][] = [
  ["gesetze-im-internet", "de/gii_BJNR000020963.xml"],
  ["gesetze-im-internet", "de/gii_BJNR004990951.xml"],
  ["legislation.gov.uk", "uk/clml_ukpga_20000032_en.xml"],
  ["wetten", "nl/bwb_toestand.xml"],
  ["swedish-bills", "se/riksdagen_dokumentstatus_GG0330.xml"],
];

/** `legal`: the folder of the stored law and answers. */
export async function strangersSections(legal: string): Promise<Section[]> {
  const sections: Section[] = [];
  for (const { name, bytes } of [...(wordFiles("for tests") ?? []), ...(wordFiles("for measuring") ?? [])]) {
    const text = await openArchive(bytes)
      .then(readWord)
      .catch(() => undefined);
    if (text !== undefined) sections.push(...sectionsOf(name, text.text));
  }
  for (const [form, file] of acts) {
    const read = lawForms[form].read(readFileSync(join(legal, "responses", file), "utf8"), file);
    for (const act of read) sections.push(...act.sections.flatMap(({ ref, text }) => sectionsOf(ref, text)));
  }
  return sections;
}

function sectionsOf(name: string, text: string): Section[] {
  const sections: Section[] = [];
  let open = "";
  for (const paragraph of [...text.split(/\n\s*\n/u), ""]) {
    const isFull = open.length > sectionLength || paragraph === "";
    if (isFull && open.length >= shortest) {
      const { language, isSure } = guessLanguage(open);
      if (language !== undefined && isSure) sections.push({ id: `${name}:${sections.length}`, text: open, act: name, language });
    }
    open = isFull ? paragraph : `${open}\n\n${paragraph}`;
  }
  return sections;
}
