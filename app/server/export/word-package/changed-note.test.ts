/* Tracked changes inside the footnotes and endnotes of a Word file: they come in, are decided, and go out in the file. */
import { describe, expect, test } from "vitest";
import { documentText } from "#core/document/document-text.ts";
import { writtenPackage } from "./write-package.ts";
import { applied, me, patchOf, received, sent, stampsOf, type Received } from "#test/word-packages.ts";
import { bodyOf, del, eve, file, ins, look, partOf, t, who } from "#test/word-xml.ts";

const noted = (kind: string, id: number) => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
const sign = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteRef/></w:r>';
const p = (runs: string, properties = "") => `<w:p>${properties}${runs}</w:p>`;
const marked = (kind: "ins" | "del", by = eve) => `<w:pPr><w:pStyle w:val="FnText"/><w:rPr><w:${kind} ${by}/></w:rPr></w:pPr>`;
const plain = '<w:pPr><w:pStyle w:val="FnText"/></w:pPr>';
const run = (text: string) => `<w:r>${look}${t(text)}</w:r>`;
const strange = '<w:footnote w:id="9"><w:p><w:sdt><w:sdtContent/></w:sdt></w:p></w:footnote>';

function partWith(kind: string, paragraphs: string): string {
  return `<w:${kind}s xmlns:w="w"><w:${kind} w:id="2">${paragraphs}</w:${kind}>${kind === "footnote" ? strange : ""}</w:${kind}s>`;
}

const body = (kind = "footnote") => `${p(`${run("The rent")}${noted(kind, 2)}${run(" is due.")}`)}${p(run("The end."))}`;

function withNote(paragraphs: string, kind = "footnote"): Promise<Received> {
  return file(body(kind), [
    { name: `word/${kind}s.xml`, data: partWith(kind, paragraphs) },
    {
      name: "word/_rels/document.xml.rels",
      data: `<Relationships><Relationship Id="r" Type="x/${kind}s" Target="${kind}s.xml"/></Relationships>`,
    },
  ]);
}

/** The note's paragraphs, if everything else is as it came. */
async function noteOf(made: Awaited<ReturnType<typeof sent>>, kind = "footnote"): Promise<string> {
  const text = await bodyOf(made);
  if ("unwritable" in made) return text;
  expect(text).toBe(body(kind).replaceAll(/ w:id="\d+"/g, ""));
  const [before, after] = partWith(kind, "\n").split("\n");
  const xml = await partOf(made, `word/${kind}s.xml`);
  expect(xml.startsWith(before!) && xml.endsWith(after!)).toBe(true);
  return xml.slice(before!.length, -after!.length).replaceAll(/(<w:(?:ins|del|rPrChange)) w:id="\d+"/g, "$1");
}

function decided(given: Received, decisions: ("accepted" | "rejected" | null)[]) {
  const came = given.changes.map((patch, i) => ({ patch, decision: decisions[i]! }));
  const current = applied(
    given.document,
    given.changes.filter((_, i) => decisions[i] === "accepted"),
  );
  const grown = given.changes.map(({ replacement, original }, i) =>
    decisions[i] === "accepted" ? replacement.length - original.length : 0,
  );
  const pending = given.changes.flatMap((patch, i) => {
    if (decisions[i] !== null) return [];
    const moved = given.changes.reduce((sum, one, j) => (one.place!.start < patch.place!.start ? sum + grown[j]! : sum), 0);
    return [{ ...patch, place: { start: patch.place!.start + moved, end: patch.place!.end + moved } }];
  });
  const changes = { before: current, current, runs: null, pending, accepted: [], person: me };
  const { bytes, name, anchors, document } = given;
  return writtenPackage({
    comments: [],
    bytes,
    fileName: name,
    anchors,
    imported: document,
    came,
    changes,
    pictures: new Map(),
  });
}

const tracked = p(
  `${sign}${run(" Payable ")}${del(look, "monthly", eve)}${ins(look, "upfront", eve)}${run(" in advance, on the first working day and without any deduction, to the ")}${del(look, "lessor", who)}${ins(look, "agent", who)}${run(".")}`,
  plain,
);

describe("a note with tracked changes", () => {
  test.each(["footnote", "endnote"])(
    "of a %s they are undecided changes at their place, and go back as they came",
    async (kind) => {
      const given = await withNote(tracked, kind);
      const { text } = documentText(given.document);
      expect(text).toBe(
        "The rent is due.\n\nThe end.\n\nPayable monthly in advance, on the first working day and without any deduction, to the lessor.",
      );
      expect(given.changes.map(({ original, replacement, place }) => [original, replacement, place!.start])).toEqual([
        ["monthly", "upfront", text.indexOf("monthly")],
        ["lessor", "agent", text.indexOf("lessor")],
      ]);
      const made = await sent(given, {});
      expect("bytes" in made && Buffer.from(made.bytes).equals(given.bytes)).toBe(true);
    },
  );

  test.each(["footnote", "endnote"])(
    "of a %s only the undecided ones are still tracked, and all else is untouched",
    async (kind) => {
      const given = await withNote(tracked, kind);
      const half = p(
        `${sign}${run(" Payable ")}${run("upfront")}${run(" in advance, on the first working day and without any deduction, to the ")}${del(look, "lessor", who)}${ins(look, "agent", who)}${run(".")}`,
        plain,
      );
      expect(await noteOf(await decided(given, ["accepted", null]), kind)).toBe(half);
      const other = half.replace("upfront", "monthly");
      expect(await noteOf(await decided(given, ["rejected", null]), kind)).toBe(other);
      const none = p(
        `${sign}${run(" Payable ")}${run("monthly")}${run(" in advance, on the first working day and without any deduction, to the ")}${run("agent")}${run(".")}`,
        plain,
      );
      expect(await noteOf(await decided(given, ["rejected", "accepted"]), kind)).toBe(none);
    },
  );

  test("they stay when the text around the note is changed, and another change is proposed in it", async () => {
    const given = await withNote(tracked);
    const words = (word: string) => {
      const start = documentText(given.document).text.indexOf(word);
      return patchOf({ start, end: start + word.length, word });
    };
    const edited = await sent(given, { current: applied(given.document, [words("due")]) });
    expect(await bodyOf(edited)).toContain("Zzyzx");
    expect(await partOf(edited, "word/footnotes.xml")).toBe(partWith("footnote", tracked));
    const proposed = await sent(given, { proposed: [words("deduction")] });
    const read = await received("a.docx", Buffer.from("bytes" in proposed ? proposed.bytes : ""));
    expect(stampsOf(read!.changes)).toEqual(stampsOf([...given.changes, words("deduction")]));
    const typed = await sent(given, { current: applied(given.document, [words("deduction")]), since: given.document });
    const again = await received("a.docx", Buffer.from("bytes" in typed ? typed.bytes : ""));
    expect(documentText(again!.document).text).toBe(documentText(given.document).text);
    expect(stampsOf(again!.changes)).toEqual(stampsOf([...given.changes, words("deduction")]));
  });

  const lines = [p(`${sign}${run(" First.")}`, marked("ins")), p(ins(look, "Second.", eve), plain)];

  test("a paragraph that was inserted in it goes, or becomes one like the others", async () => {
    const given = await withNote(lines.join(""));
    expect(given.changes.map(({ replacement }) => replacement)).toEqual(["First.\nSecond."]);
    expect(await noteOf(await decided(given, [null]))).toBe(lines.join(""));
    expect(await noteOf(await decided(given, ["rejected"]))).toBe(p(`${sign}${run(" First.")}`, plain));
    expect(await noteOf(await decided(given, ["accepted"]))).toBe(p(`${sign}${run(" First.")}`, plain) + p(run("Second."), plain));
  });

  test("a paragraph that was deleted in it goes, or stays", async () => {
    const gone = p(`${sign}${run(" First.")}`, marked("del")) + p(del(look, "Second.", eve), plain);
    const given = await withNote(gone);
    expect(documentText(given.document).text).toContain("First.\nSecond.");
    const left = p(`${sign}${run(" First.")}`, plain);
    const accepted = await decided(
      given,
      given.changes.map(() => "accepted" as const),
    );
    expect(await noteOf(accepted)).toBe(left);
    expect(
      await noteOf(
        await decided(
          given,
          given.changes.map(() => "rejected" as const),
        ),
      ),
    ).toBe(left + p(run("Second."), plain));
    expect(await noteOf(await sent(given, {}))).toBe(gone);
  });

  test("formatting that was changed in it is a change, too", async () => {
    const change = `<w:rPrChange ${eve}><w:rPr/></w:rPrChange>`;
    const bold = (more: string) => `<w:r><w:rPr><w:b/>${more}</w:rPr>${t("monthly")}</w:r>`;
    const given = await withNote(p(`${sign}${run(" Payable ")}${bold(change)}`, plain));
    expect(given.changes.map(({ look: changed }) => changed)).toEqual([{ on: ["bold"], off: [] }]);
    expect(await noteOf(await decided(given, [null]))).toContain(bold(change));
    expect(await noteOf(await decided(given, ["accepted"]))).toContain(bold(""));
    expect(await noteOf(await decided(given, ["rejected"]))).toContain(`<w:r>${t("monthly")}</w:r>`);
  });
});
