/* Alignment that was changed, as a tracked change: read from a Word file, decided, and written into it. */
import { expect, test } from "vitest";
import { Transform } from "prosemirror-transform";
import { describeFormatting } from "#core/changes/formatting-change.ts";
import { documentText } from "#core/document/document-text.ts";
import { bodyOf, eve, file, section, t, who } from "#test/word-xml.ts";
import { applied, me, patchOf, received, sent, type Received } from "#test/word-packages.ts";
import { renderWithPending } from "../pending-changes.ts";
import { renderDocx } from "../docx.ts";
import { changesSince } from "#core/changes/changes-since.ts";

const p = (text: string, properties = "") => `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}<w:r>${t(text)}</w:r></w:p>`;
const jc = (name: string) => `<w:jc w:val="${name}"/>`;
const was = (properties: string, by = eve) => `<w:pPrChange ${by}><w:pPr>${properties}</w:pPr></w:pPrChange>`;
const keep = "<w:keepNext/>";
const came = `${p("one", keep + jc("center") + was(keep))}${p("two")}`;
const aligns = ({ document }: Pick<Received, "document">) => document.children.map(({ attrs }) => attrs["align"] as unknown);
const others = `${p("one", keep + jc("center"))}${p("two")}`;

test("what a counterpart aligned is an undecided change, which goes back as it came", async () => {
  const given = await file(came + section);
  expect(aligns(given)).toEqual([null, null]);
  expect(given.changes.map(({ look, author, summary }) => [look, author, summary])).toEqual([
    [{ align: "center" }, "Eve", "Centered, Eve, 2026-01-02"],
  ]);
  expect(aligns({ document: applied(given.document, given.changes) })).toEqual(["center", null]);
  const made = await sent(given, {});
  expect("bytes" in made && Buffer.from(made.bytes).equals(given.bytes)).toBe(true);
  const start = documentText(given.document).text.indexOf("one");
  const proposed = await bodyOf(await sent(given, { proposed: [patchOf({ start, end: start + 3, word: "one" })] }));
  expect(proposed).toContain(keep + jc("center") + was(keep));
});

test("decided, it is as decided, and nothing is tracked any more", async () => {
  const given = await file(came + section);
  const current = applied(given.document, given.changes);
  expect(await bodyOf(await sent(given, { current, decision: "accepted" }))).toBe(others + section);
  expect(await bodyOf(await sent(given, { decision: "rejected" }))).toBe(p("one", keep) + p("two") + section);
  expect(await bodyOf(await sent(given, { current, since: given.document, decision: "accepted" }))).toBe(came + section);
});

test.each([
  ["center", null, keep + jc("center"), keep + jc("left") + was(keep + jc("center"), who)],
  [null, "justify", keep, keep + jc("both") + was(keep, who)],
])("from %s to %s, since a version, it is tracked in the file that came", async (_from, to, before, after) => {
  const given = await file(p("one", before) + p("two") + section);
  const current = new Transform(given.document).setNodeAttribute(0, "align", to).doc;
  expect(await bodyOf(await sent(given, { current, since: given.document }))).toBe(p("one", after) + p("two") + section);
  const made = await sent(given, { current, since: given.document });
  const back = await received("a.docx", Buffer.from("bytes" in made ? made.bytes : ""));
  expect(aligns(back!)).toEqual(aligns(given));
  expect(back!.changes.map(({ look, author }) => [look, author])).toEqual([[{ align: to }, me.author]]);
});

test("in Stet’s own styles it is the same change", async () => {
  const given = await file(came + section);
  const bytes = await renderWithPending(given.document, { title: "Test", changes: given.changes });
  const back = (await received("a.docx", Buffer.from(bytes)))!;
  expect(aligns(back)).toEqual([null, null]);
  expect(back.changes.map(({ look, author }) => [look, author])).toEqual([[{ align: "center" }, "Eve"]]);
  const current = new Transform(given.document).setNodeAttribute(5, "align", "right").doc;
  const tracked = changesSince({ before: given.document, current, runs: null, pending: [], accepted: [], person: me });
  const again = (await received("a.docx", Buffer.from(await renderDocx(current, { title: "Test", tracked }))))!;
  expect(again.changes.map(({ look }) => look)).toEqual([{ align: "right" }]);
});

test("it is said in words", () => {
  const said = ([null, "center", "right", "justify"] as const).map((align) => describeFormatting({ align }));
  expect(said).toEqual(["Aligned left", "Centered", "Aligned right", "Justified"]);
});
