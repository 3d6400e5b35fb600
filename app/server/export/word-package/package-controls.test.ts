/* Content controls of which the words were changed: Word must show the new ones, and all others stay as they are. */
import { describe, expect, test } from "vitest";
import type { AuthoredPatch } from "#core/changes/changes-since.ts";
import { documentText } from "#core/document/document-text.ts";
import { applied, differing, me, received, sent, withoutBlock, withParagraph, type Received } from "#test/word-packages.ts";
import { bodyOf, clause, del, eve, file, ins, section } from "#test/word-xml.ts";

const bindTo = (name: string, prefix = "w") => `<${prefix}:dataBinding w:xpath="/a/${name}" w:storeItemID="{1}"/>`;
const words = (text: string, look = "") => `<w:r>${look}<w:t>${text}</w:t></w:r>`;
const held = (text: string) => words(text).replace("<w:t>", '<w:t xml:space="preserve">');
const sdt = (properties: string, content: string) =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const one = "1 content control is no longer linked to the data it showed, because its text was changed.";
const locked = "1 content control with changed text is still locked: it has to be unlocked in Word to be edited.";

function patch({ document }: Received, word: string, replacement: string): AuthoredPatch {
  const start = documentText(document).text.indexOf(word);
  return { original: word, replacement, summary: "", place: { start, end: start + word.length }, ...me };
}

const noticeOf = (made: Awaited<ReturnType<typeof sent>>) => ("bytes" in made ? made.notice : made.unwritable);

/** Typed, and then proposed. */
async function changed(body: string, word: string, replacement: string) {
  const given = await file(body);
  const change = patch(given, word, replacement);
  const typed = await sent(given, { current: applied(given.document, [change]) });
  const proposed = await sent(given, { proposed: [change] });
  if ("bytes" in typed) expect(differing(given.bytes, typed.bytes)).toEqual(["word/document.xml"]);
  expect(noticeOf(proposed)).toBe(noticeOf(typed));
  return { typed: await bodyOf(typed), proposed: await bodyOf(proposed), notice: noticeOf(typed) };
}

describe("a control that is bound to data", () => {
  const seller = sdt(`<w:tag w:val="seller"/>${bindTo("seller")}<w:text/>`, words("Seller Ltd"));
  const buyer = sdt(`<w:tag w:val="buyer"/>${bindTo("buyer")}<w:text/>`, words("Buyer AB"));
  const text = `${clause(`${held("Between ")}${seller}${held(" and ")}${buyer}${held(".")}`)}${section}`;

  test("loses its link alone when its words change, typed or tracked", async () => {
    const { typed, proposed, notice } = await changed(text, "Seller Ltd", "Vendor Inc");
    const free = (content: string) => text.replace(seller, sdt('<w:tag w:val="seller"/><w:text/>', content));
    expect(typed).toBe(free(held("Vendor Inc")));
    expect(proposed).toBe(free(`${del("", "Seller Ltd")}${ins("", "Vendor Inc")}`));
    expect(notice).toBe(one);
  });

  test("stays linked, byte for byte, when words beside it change", async () => {
    for (const [word, other] of [
      ["Between", "Among"],
      ["Ltd", "Ltd, Oslo,"],
      ["AB", "AB (publ)"],
    ] as const) {
      const { typed, proposed, notice } = await changed(text, word, other);
      for (const body of [typed, proposed]) expect([body.includes(seller), body.includes(buyer)]).toEqual([true, true]);
      expect(typed).not.toBe(text);
      expect(notice).toBeNull();
    }
  });

  test("two of them are said to be two", async () => {
    const given = await file(text);
    const current = applied(given.document, [patch(given, "Seller", "Vendor"), patch(given, "Buyer", "Client")]);
    expect(noticeOf(await sent(given, { current }))).toBe(
      "2 content controls are no longer linked to the data they showed, because their text was changed.",
    );
  });

  test("a rejected change of theirs in it is a change of its words", async () => {
    const revised = seller.replace(words("Seller Ltd"), `${words("Seller Ltd")}${ins("", " (publ)", eve)}`);
    const given = await file(text.replace(seller, revised));
    expect(await bodyOf(await sent(given, {}))).toBe(text.replace(seller, revised));
    const rejected = await sent(given, { decision: "rejected" });
    expect([await bodyOf(rejected), noticeOf(rejected)]).toEqual([text.replace(seller, seller.replace(bindTo("seller"), "")), one]);
  });

  test("around a paragraph, with a paragraph behind it, stays as it is", async () => {
    const block = sdt(`${bindTo("title")}<w:text/>`, clause(words("Lease of land")));
    const given = await file(`${block}${clause(words("The rent is due."))}${section}`);
    const made = await sent(given, { current: withParagraph(given.document, 0, "Draft 2") });
    expect(await bodyOf(made)).toContain(`${block}<w:p`);
    expect(noticeOf(made)).toBeNull();
    const gone = await sent(given, { current: withoutBlock(given.document, 0) });
    expect(await bodyOf(gone)).toBe(`${clause(words("The rent is due."))}${section}`);
    const other = await changed(`${block}${clause(words("The rent is due."))}${section}`, "land", "water");
    expect([other.typed.includes("dataBinding"), other.typed.includes("Lease of water"), other.notice]).toEqual([false, true, one]);
  });

  test("in a cell loses its link, and the cell beside it does not", async () => {
    const cell = (name: string, said: string) => sdt(bindTo(name), `<w:tc><w:p>${words(said)}</w:p></w:tc>`);
    const table = `<w:tbl><w:tr>${cell("price", "Hundred")}${cell("date", "Monday")}</w:tr></w:tbl>${clause(words("End"))}`;
    const { typed, notice } = await changed(table, "Hundred", "Eighty");
    expect(typed.match(/w:xpath="[^"]+"/g)).toEqual(['w:xpath="/a/date"']);
    expect(notice).toBe(one);
  });
});

describe("controls in one another", () => {
  const inner = (name: string, said: string) => sdt(bindTo(name), words(said));

  test("around the changed words all lose their links, because each would put its data back", async () => {
    const outer = sdt(bindTo("all", "w15"), clause(`${words("By ")}${inner("a", "Ann")}${words(" or ")}${inner("b", "Bob")}`));
    const { typed, notice } = await changed(`${outer}${section}`, "Ann", "Eve");
    expect(typed.match(/w:xpath="[^"]+"/g)).toEqual(['w:xpath="/a/b"']);
    expect(notice).toBe("2 content controls are no longer linked to the data they showed, because their text was changed.");
  });

  test("a section that repeats keeps its link unless what it repeats becomes fewer", async () => {
    const item = (name: string, said: string) =>
      sdt("<w15:repeatingSectionItem/>", `<w:tr><w:tc><w:p>${inner(name, said)}</w:p></w:tc></w:tr>`);
    const rows = sdt(`${bindTo("rows", "w15")}<w15:repeatingSection/>`, `${item("one", "Apples")}${item("two", "Pears")}`);
    const table = `<w:tbl>${rows}</w:tbl>${clause(words("End"))}`;
    const { typed, notice } = await changed(table, "Pears", "Plums");
    expect(typed.match(/w:xpath="[^"]+"/g)).toEqual(['w:xpath="/a/rows"', 'w:xpath="/a/one"']);
    expect(notice).toBe(one);
    const given = await file(table);
    const { firstChild } = given.document;
    const current = given.document.copy(
      given.document.content.replaceChild(0, firstChild!.copy(firstChild!.content.cut(0, firstChild!.firstChild!.nodeSize))),
    );
    const fewer = await sent(given, { current });
    expect([await bodyOf(fewer), noticeOf(fewer)]).toEqual([
      table.replace(item("two", "Pears"), "").replace(bindTo("rows", "w15"), ""),
      one,
    ]);
  });
});

describe("what a control says of its words follows them", () => {
  test("words in place of a placeholder are no placeholder, nor look like one", async () => {
    const grey = '<w:rPr><w:rStyle w:val="Ph"/><w:b/></w:rPr>';
    const control = sdt(
      `<w:rPr><w:rStyle w:val="Strong"/></w:rPr>${bindTo("a")}<w:showingPlcHdr/><w:text/>`,
      words("Enter name", grey),
    );
    const styles =
      '<w:styles xmlns:w="w"><w:style w:type="character" w:styleId="Ph"><w:name w:val="Placeholder Text"/></w:style></w:styles>';
    const list = '<Relationships><Relationship Id="r1" Type="x/styles" Target="styles.xml"/></Relationships>';
    const given = await file(`${clause(control)}${section}`, [
      { name: "word/styles.xml", data: styles },
      { name: "word/_rels/document.xml.rels", data: list },
    ]);
    const change = patch(given, "Enter name", "Xu");
    const typed = await bodyOf(await sent(given, { current: applied(given.document, [change]) }));
    expect(typed).not.toContain("showingPlcHdr");
    expect(typed).toContain('<w:r><w:rPr><w:rStyle w:val="Strong"/><w:b/></w:rPr><w:t xml:space="preserve">Xu</w:t></w:r>');
    const tracked = await bodyOf(await sent(given, { proposed: [change] }));
    expect(tracked).not.toContain("showingPlcHdr");
    expect(tracked).toContain(del(grey, "Enter name"));
  });

  test.each([
    [
      "a date",
      '<w:date w:fullDate="2026-01-02T00:00:00Z"><w:dateFormat w:val="d"/></w:date>',
      "Monday",
      "Friday",
      '<w:date><w:dateFormat w:val="d"/></w:date>',
    ],
    [
      "an item",
      '<w:dropDownList w:lastValue="1"><w:listItem w:displayText="Sale" w:value="1"/><w:listItem w:displayText="Loan" w:value="2"/></w:dropDownList>',
      "Sale",
      "Loan",
      'w:lastValue="2"',
    ],
    ["no item", '<w:comboBox w:lastValue="1"><w:listItem w:value="Sale"/></w:comboBox>', "Sale", "Gift", "<w:comboBox><w:listItem"],
    ["a checked box", '<w14:checkbox><w14:checked w14:val="0"/></w14:checkbox>', "☐", "☒", '<w14:checked w14:val="1"/>'],
    [
      "an open box",
      '<w14:checkbox><w14:checked w14:val="1"/><w14:checkedState w14:val="00FE"/></w14:checkbox>',
      "þ",
      "☐",
      '<w14:checked w14:val="0"/>',
    ],
  ])("%s", async (_, kind, word, other, wanted) => {
    const { typed, proposed, notice } = await changed(
      `${clause(`${held("Kind: ")}${sdt(kind, words(word))}`)}${section}`,
      word,
      other,
    );
    expect([typed.includes(wanted), proposed.includes(wanted), notice]).toEqual([true, true, null]);
  });

  test.each(["contentLocked", "sdtContentLocked"])("a lock stays, and is said: %s", async (lock) => {
    const control = (said: string) => sdt(`<w:lock w:val="${lock}"/>`, said);
    const { typed, notice } = await changed(`${clause(control(words("Sale")))}${section}`, "Sale", "Loan");
    expect([typed, notice]).toEqual([`${clause(control(held("Loan")))}${section}`, locked]);
  });

  test("a control that may only not be removed is not said to be locked", async () => {
    const { notice } = await changed(`${clause(sdt('<w:lock w:val="sdtLocked"/>', words("Sale")))}${section}`, "Sale", "Loan");
    expect(notice).toBeNull();
  });
});

test("the bindings of a file that is not changed are the same bytes", async () => {
  const given = await file(`${clause(sdt(bindTo("a"), words("Ann")))}${section}`);
  const made = await sent(given, {});
  expect("bytes" in made && Buffer.from(made.bytes).equals(given.bytes)).toBe(true);
  expect(await received("a.docx", given.bytes)).not.toBeNull();
});
