/* A PDF has the letters of every script it has fonts for, in their order on the page, and says which it has not. */
import { extractTextItems, getDocumentProxy } from "unpdf";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { pdfBlocks } from "./pdf-blocks.ts";
import { inVisualOrder } from "./pdf-direction.ts";
import { renderPdf } from "./pdf.ts";

async function drawn(markdown: string, title = "Contract") {
  const { bytes, notice } = await renderPdf(null, {
    title,
    createdAt: new Date(0),
    content: pdfBlocks(markdownToDocument(markdown)),
  });
  const { items } = await extractTextItems(await getDocumentProxy(bytes.slice()));
  const words = items.flat().filter(({ str }) => str.trim() !== "");
  return { words, text: words.map(({ str }) => str).join(" "), notice, fonts: Buffer.from(bytes).toString("latin1") };
}

describe("letters", () => {
  test("of Chinese, Japanese, Korean, Arabic, Hebrew, Greek and Cyrillic, and emoji", async () => {
    const { text, notice } = await drawn("甲方与乙方 계약 당사자 عقد חוזה Ωμέγα Жизнь 🎉");
    for (const word of ["甲方与乙方", "계약", "당사자", "عقد", "חוזה", "Ωμέγα", "Жизнь", "🎉"]) expect(text).toContain(word);
    expect([text.includes("□"), notice]).toEqual([false, null]);
  });

  test("of Thai and Devanagari, in bold as well", async () => {
    const { text, notice, fonts } = await drawn("ผู้เช่า **ตัวหนา** किरायेदार **क्षेत्र**");
    for (const font of ["NotoSansThai-Regular", "NotoSansThai-Bold", "NotoSansDevanagari-Regular", "NotoSansDevanagari-Bold"])
      expect(fonts).toContain(`+${font}`);
    expect([text.includes("□"), notice]).toEqual([false, null]);
  });

  test("of Thai stay together as words where a line ends", async () => {
    const { words } = await drawn("ผู้เช่าตกลงชำระค่าเช่าให้แก่ผู้ให้เช่า".repeat(20));
    const ends = words.slice(0, -1).map(({ str }) => str.replaceAll("\u200b", "").at(-1));
    expect(words.length).toBeGreaterThan(5);
    // A vowel sign that is read with the next letter is never last.
    expect(ends.filter((one) => /[เแโใไ]/.test(one!))).toEqual([]);
  });

  test("that no font has are named", async () => {
    const { text, notice } = await drawn("Signs: 𓀀 and 𝔘, again 𓀀[^1].\n\n[^1]: Also ꙮ.");
    expect(notice).toBe("3 characters aren’t in the fonts that Stet prints with and are shown as □: 𓀀 𝔘 ꙮ");
    expect(text.match(/□/g)).toHaveLength(4);
    expect((await drawn("One: 𓀀")).notice).toBe("1 character isn’t in the fonts that Stet prints with and is shown as □: 𓀀");
  });

  test.each([
    ["东京的合同", "NotoSansHans-Regular"],
    ["東京の契約書を締結する", "NotoSansJP-Regular"],
    ["대한민국 법원 判決", "NotoSansKR-Regular"],
    ["**合同** in bold", "NotoSansHans-Bold"],
    ["**Bold Ж**", "Roboto-Medium"],
  ])("%s is set in %s", async (words, font) => expect((await drawn(words)).fonts).toContain(`+${font}`));

  test("a word in another font keeps its link and its footnote", async () => {
    const { text, fonts } = await drawn("[合同 law Ж](https://law.example/a) and 合同[^1]\n\n[^1]: 注 note.");
    expect(fonts.match(/\/URI \(https:\/\/law\.example\/a\)/g)!.length).toBeGreaterThanOrEqual(3);
    expect(text).toMatch(/注.*note/s);
  });
});

describe("right to left", () => {
  const across = async (markdown: string, ...wanted: string[]) => {
    const { words } = await drawn(markdown);
    const found = wanted.map((word) => words.find(({ str }) => str.includes(word)));
    return found.map((one) => one?.x ?? Number.NaN);
  };
  const isFalling = (xs: number[]) => xs.every((x, i) => i === 0 || x < xs[i - 1]!);

  test("the first word is on the right, and each next one left of it", async () => {
    expect(await across("يتفق الطرفان على العقد", "يتفق", "الطرفان", "على", "العقد")).toSatisfy(isFalling);
    expect(await across("החוזה נחתם אתמול", "החוזה", "נחתם", "אתמול")).toSatisfy(isFalling);
  });

  test("numbers and Latin words in it stand where they are read, from left to right in themselves", async () => {
    expect(await across("البند 12 من Civil شرط", "البند", "12", "من", "Civil", "شرط")).toSatisfy(isFalling);
    expect((await drawn("شرط Civil Code شرط")).text).toContain("Civil Code");
  });

  test("a Hebrew quotation in English keeps its place and its own order", async () => {
    const [before, first, second, after] = await across("Before שלום עולם after", "Before", "שלום", "עולם", "after");
    expect([before! < second!, second! < first!, first! < after!]).toEqual([true, true, true]);
  });

  test("it starts at the right margin, and its brackets open to the left", async () => {
    const [word] = await across("עברית", "עברית");
    expect(word).toBeGreaterThan(400);
    const { words } = await drawn("א (ב) ג");
    const xOf = (sign: string) => words.find(({ str }) => str.includes(sign))!.x;
    expect([xOf("א") > xOf("ב"), xOf("ב") > xOf("ג")]).toEqual([true, true]);
  });

  test("reordering is the algorithm's: each stretch of a level is reversed within the lower ones", () => {
    const order = (levels: number[]) => inVisualOrder([...levels.keys()], (i) => levels[i]!);
    expect(order([0, 0, 0])).toEqual([0, 1, 2]);
    expect(order([1, 1, 1])).toEqual([2, 1, 0]);
    expect(order([1, 2, 2, 1])).toEqual([3, 1, 2, 0]);
    expect(order([0, 1, 1, 0, 1])).toEqual([0, 2, 1, 3, 4]);
    fc.assert(
      fc.property(fc.array(fc.nat(3), { maxLength: 12 }), (levels) => {
        expect(order(levels).toSorted((a, b) => a - b)).toEqual([...levels.keys()]);
      }),
    );
  });
});
