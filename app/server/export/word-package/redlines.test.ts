/* Shapes that people's redlines have, and that decisions on them are carried out in the file as Word does. */
import { describe, expect, test } from "vitest";
import { documentText } from "#core/document/document-text.ts";
import { missing, wordFiles } from "#test/word-files.ts";
import { applied, ordinaryWords, patchOf, received, sent, stampsOf, type Received } from "#test/word-packages.ts";
import { eve, file, ins, del, section } from "#test/word-xml.ts";
import type { WrittenPackage } from "./write-package.ts";

const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (inner: string, mark = "") => `<w:p>${mark && `<w:pPr><w:rPr><w:${mark} ${eve}/></w:rPr></w:pPr>`}${inner}</w:p>`;
const added = (text: string) => ins("", text, eve);
const gone = (text: string) => del("", text, eve);
const paged = gone("Old.").replace("<w:delText", "<w:lastRenderedPageBreak/><w:delText");

const shapes: [what: string, body: string, before: string, accepted: string][] = [
  [
    "Enter at the end of a paragraph, and paragraphs behind the new one",
    p(run("One."), "ins") + p(added("Two.")) + p(added("Three."), "ins") + p(run("Last.")),
    "One.|Last.",
    "One.|Two.|Three.|Last.",
  ],
  [
    "new paragraphs in place of one that goes",
    p(run("One.")) + p(gone("Old."), "del") + p(added("New."), "ins") + p(added("Newer."), "ins") + p(run("Last.")),
    "One.|Old.|Last.",
    "One.|New.|Newer.|Last.",
  ],
  [
    "a word replaced beside the end of its sentence, where a paragraph is parted",
    p(run("Rules for ") + gone("all") + added("some") + run("."), "ins") + p(added("They say: ") + run("none.")),
    "Rules for all.none.",
    "Rules for some.|They say: none.",
  ],
  [
    "paragraphs that go, and one that continues in what follows them",
    p(run("2.") + gone(" Old."), "del") + p(gone("a. Older."), "del") + p(gone("b. Oldest."), "del") + p(run("New.")),
    "2. Old.|a. Older.|b. Oldest.|New.",
    "2.New.",
  ],
  [
    "empty paragraphs among new ones",
    p(run("One."), "ins") +
      p("", "ins") +
      p(added("Two."), "ins") +
      p("", "ins") +
      p(gone("Old."), "ins") +
      p("") +
      p(run("Last.")),
    "One.Old.|Last.",
    "One.|Two.|Last.",
  ],
  [
    "a paragraph whose words go and whose break stays",
    p(run("One.")) + p(gone("Old.")) + p(run("Last.")),
    "One.|Old.|Last.",
    "One.|Last.",
  ],
  ["a page that began with what goes", p(run("One.")) + p(paged + run("New.")), "One.|Old.New.", "One.|New."],
];
const textOf = ({ document }: Pick<Received, "document">) => documentText(document).text.replaceAll("\n\n", "|");

async function back(made: WrittenPackage): Promise<Received> {
  if ("unwritable" in made) throw new Error(made.unwritable);
  return (await received("a.docx", Buffer.from(made.bytes)))!;
}

describe.each(shapes)("%s", (_what, body, before, accepted) => {
  test("is read, and goes back accepted or rejected, with nothing left of it", async () => {
    const given = await file(body + section);
    expect(textOf(given)).toBe(before);
    const current = applied(given.document, given.changes);
    expect(textOf({ document: current })).toBe(accepted);
    const taken = await back(await sent(given, { current, decision: "accepted" }));
    expect({ text: textOf(taken), changes: taken.changes }).toEqual({ text: accepted, changes: [] });
    const kept = await back(await sent(given, { decision: "rejected" }));
    expect({ text: textOf(kept), changes: kept.changes }).toEqual({ text: before, changes: [] });
  });
});

const redline = wordFiles("for tests")?.find(({ name }) => name.includes("stress023")) ?? missing;

test.skipIf(redline === missing)(
  "an ordinance with eighty tracked changes goes back as it was decided, of the files of other programs",
  async () => {
    const given = (await received("a.docx", redline.bytes))!;
    const current = applied(given.document, given.changes);
    const taken = await back(await sent(given, { current, decision: "accepted" }));
    expect(documentText(taken.document).text).toBe(documentText(current).text);
    const kept = await back(await sent(given, { decision: "rejected" }));
    expect(documentText(kept.document).text).toBe(documentText(given.document).text);
    expect([...taken.changes, ...kept.changes]).toEqual([]);
    // A word proposed beside them leaves them as they are.
    const patch = patchOf(ordinaryWords(given, 20)[2]!);
    const proposed = await back(await sent(given, { proposed: [patch] }));
    expect(stampsOf(proposed.changes)).toEqual(stampsOf([...given.changes, patch]));
  },
);
