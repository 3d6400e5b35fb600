import { expect, test } from "vitest";
import { typedAs, typographyOf } from "./typing.ts";

/** What stands there when these characters have been typed one by one. */
function typing(language: string, keys: string): string {
  const rules = typographyOf(language);
  let text = "";
  for (const key of keys) {
    const made = typedAs(text, key, rules);
    if (made?.replaced) text = text.slice(0, made.replaced.start) + made.replaced.text + text.slice(made.replaced.end);
    text += made ? made.text : key;
  }
  return text;
}

test.each([
  ["en-GB", `He said "no", and 'yes'.`, "He said “no”, and ‘yes’."],
  ["en", `("A 'small' thing")`, "(“A ‘small’ thing”)"],
  ["en", `"'Yes,' she said," he said`, "“‘Yes,’ she said,” he said"],
  ["en", `the "" mark`, "the “” mark"],
  ["en", `the landlord's, the tenants' and rock 'n' roll`, "the landlord’s, the tenants’ and rock ’n’ roll"],
  ["en", `'tis the '90s, not '4 apples'`, "’tis the ’90s, not ‘4 apples’"],
  ["en-US", "rent--and costs--is due", "rent—and costs—is due"],
  ["en", "rent -- and costs - is due", "rent – and costs – is due"],
  ["en", `"I was--"`, "“I was—”"],
  ["en", `and--"no"`, "and—“no”"],
  ["sv", `Hon sa "nej" och 'ja'. "Nej 'aldrig'!"`, "Hon sa ”nej” och ’ja’. ”Nej ’aldrig’!”"],
  ["sv", `"" och ("så")`, "”” och (”så”)"],
  ["sv-SE", "hyran--och", "hyran–och"],
  ["de", `Er sagte: "Das 'Haus' ist's." und geht's?`, "Er sagte: „Das ‚Haus‘ ist’s.“ und geht’s?"],
  ["de", `"'Ja'", sagte er`, "„‚Ja‘“, sagte er"],
  ["de-CH", `"Das 'Haus'"`, "«Das ‹Haus›»"],
  ["nl", `'s Avonds zei hij "nee" en 't was 'goed'`, "’s Avonds zei hij “nee” en ’t was ‘goed’"],
  ["fr", `Il dit "non" et l'autre : "oui" !`, "Il dit «\u202fnon\u202f» et l’autre\u00a0: «\u202foui\u202f»\u202f!"],
  ["fr-FR", `"Il dit "non", puis"`, "«\u202fIl dit “non”, puis\u202f»"],
  ["it", `"l'altro"`, "«l’altro»"],
  ["pl", `"nie"`, "„nie”"],
  ["nb", `"nei"`, "«nei»"],
  ["xx", `"x"`, "“x”"],
])("%s: %s", (language, keys, text) => {
  expect(typing(language, keys)).toBe(text);
});

test("three dots are an ellipsis, four are not two", () => {
  expect(typing("en", "Wait... and [...] x")).toBe("Wait… and […] x");
  expect(typing("en", "so....")).toBe("so….");
});

test.each(["git --all", "a -b", "5 - 3", "pre-war", "|---|", "10-12", "x-->y", "---", 'x `a="1"... -- 2'])(
  "stays as it is: %s",
  (text) => {
    expect(typing("en", text)).toBe(text);
  },
);

test("a mark after a footnote or a reference ends the quotation, after a line break it begins one", () => {
  const rules = typographyOf("en");
  expect(typedAs("see \ufffc", '"', rules)).toEqual({ text: "”" });
  expect(typedAs("one\n", '"', rules)).toEqual({ text: "“" });
});

test("nothing is said about characters that stay", () => {
  const rules = typographyOf("sv");
  for (const character of "aZ1 ,-–“ö.") expect(typedAs("hyran ", character, rules)).toBeNull();
});
