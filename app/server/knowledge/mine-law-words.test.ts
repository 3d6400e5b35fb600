import { expect, test } from "vitest";
import { appliedWords, readLawWords } from "./law-words.ts";
import { mineLawWords, withProposals, type MinedSection } from "./mine-law-words.ts";

const code = { id: "SFS 2099:1", title: "Hyreslag (2099:1)", shortNames: [], jurisdiction: "SE" };
const court = { id: "NJA 2099", title: "Avgörande", shortNames: [], jurisdiction: "SE" };
const fillers = [
  "grannar",
  "trappan",
  "balkongen",
  "soporna",
  "parkering",
  "nycklar",
  "källaren",
  "hissen",
  "staketet",
  "belysning",
];

function decisions(): MinedSection[] {
  const sections = Array.from({ length: 5 }, (_, at): MinedSection => {
    const text = `Hyresgästen ska ställa säkerhet i fall ${fillers[at]!}.`;
    return { ref: `${code.id}:${at + 1}`, number: String(at + 1), heading: "", text, act: code };
  });
  const others = Array.from({ length: 60 }, (_, at): MinedSection => {
    const text = `Bestämmelser om ${fillers[at % 10]!}${fillers[Math.floor(at / 10)]!} finns.`;
    return { ref: `${code.id}:${at + 20}`, number: String(at + 20), heading: "", text, act: code };
  });
  const cited = [...sections, ...others].map(({ number }, at): MinedSection => {
    const said = at < 5 ? "Depositionen prövas enligt" : "Frågan avgörs enligt";
    return { ref: `NJA:${at}`, number: String(at), heading: "", text: `${said} ${number} § hyreslagen.`, act: court };
  });
  return [...sections, ...others, ...cited];
}

test("decisions that cite sections teach the everyday word for those of the sections", () => {
  const mined = mineLawWords(decisions(), "sv");
  const deposit = mined.find(({ everyday }) => everyday.includes("depositionen"));
  expect(deposit?.legal).toContain("säkerhet");
  expect(deposit?.from).toMatch(/^mined: 5 places, G² \d+$/);
  expect(mined.some(({ everyday }) => everyday.includes("frågan"))).toBe(false);
});

test("mining again keeps what a person wrote, accepted or struck out, and replaces proposals", () => {
  const table = "# ours\nborg\tsäkerhet\tour own\nnyckel\tlås\tstruck\ngammal\tord\tmined: 4 places, G² 16\n";
  const mined = readLawWords("nyckel\tlås\tmined: 9 places, G² 40\ndeposition\tsäkerhet\tmined: 5 places, G² 30");
  const again = withProposals(table, mined);
  expect(again).toBe("# ours\nborg\tsäkerhet\tour own\nnyckel\tlås\tstruck\ndeposition\tsäkerhet\tmined: 5 places, G² 30\n");
  expect(withProposals(again, mined)).toBe(again);
  expect(appliedWords(readLawWords(again)).map(({ everyday }) => everyday)).toEqual([["borg"]]);
});
