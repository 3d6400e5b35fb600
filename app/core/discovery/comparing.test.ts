/* Threads by what emails name and by their subjects; near duplicates by what their texts share. */
import { expect, test } from "vitest";
import { nearGroups, signatureLength, signatureOf, similarity } from "./near-duplicates.ts";
import { isReply, plainSubject, threadsOf, type ThreadEmail } from "./threads.ts";

const day = 86_400_000;
const email = (more: Partial<ThreadEmail>): ThreadEmail => ({
  messageId: null,
  references: [],
  subject: "Lunch",
  people: ["anna@example.org", "bo@example.org"],
  at: 0,
  ...more,
});

test("emails that name each other are a thread, also through one that is missing", () => {
  const emails = [
    email({ messageId: "a", at: 1 }),
    email({ messageId: "b", references: ["missing"], subject: "Other", at: 2 }),
    email({ messageId: "c", references: ["a"], subject: "Re: Lunch", at: 3 }),
    email({ messageId: "d", references: ["missing", "b"], subject: "Re: Other", at: 4 }),
    email({ messageId: "e", subject: "Else", at: 5 }),
    email({ messageId: "f", references: ["missing"], subject: "Re: Other", at: 6 }),
  ];
  expect(threadsOf(emails)).toEqual([0, 1, 0, 1, 4, 1]);
});

test("a reply that names nothing follows the subject, if a person is the same and little time has passed", () => {
  const first = email({ messageId: "a", at: 0 });
  expect(threadsOf([first, email({ subject: "AW: Lunch", at: day })])).toEqual([0, 0]);
  expect(threadsOf([first, email({ subject: "Lunch", at: day })])).toEqual([0, 1]);
  expect(threadsOf([first, email({ subject: "Re: Lunch", people: ["carl@example.org"], at: day })])).toEqual([0, 1]);
  expect(threadsOf([first, email({ subject: "Re: Lunch", at: 200 * day })])).toEqual([0, 1]);
  expect(threadsOf([email({ subject: "Re: ", at: 0 }), email({ subject: "Re: ", at: 1 })])).toEqual([0, 1]);
});

test("marks of replies are known in several languages", () => {
  for (const subject of ["Re: Lunch", "AW: WG: Lunch", "SV: Lunch", "Fwd: Re[2]: Lunch", "re:re: Lunch"]) {
    expect(plainSubject(subject)).toBe("lunch");
    expect(isReply(subject)).toBe(true);
  }
  expect(isReply("Results: good")).toBe(false);
});

/** The pivot of each text's group. */
function grouped(texts: readonly (readonly string[])[]): (number | null)[] {
  const signatures = new Uint32Array(texts.length * signatureLength);
  texts.forEach((own, at) => signatures.set(signatureOf(own.join(" "))!, at * signatureLength));
  const steps = nearGroups(signatures);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value.map((group) => group?.pivot ?? null);
}

const words = Array.from({ length: 300 }, (_, at) => `word${(at * 7919) % 1000}`);
const changed = (count: number) => words.map((word, at) => (at % Math.floor(300 / count) === 0 ? `new${at}` : word));

test("texts that share nearly all are near, those that share little are not, and short ones are not compared", () => {
  const of = (own: readonly string[]) => signatureOf(own.join(" "))!;
  expect(similarity(of(words), of(words))).toBe(1);
  expect(similarity(of(words), of(changed(5)))).toBeGreaterThan(0.75);
  expect(similarity(of(words), of(changed(100)))).toBeLessThan(0.4);
  expect(signatureOf("Yes, see you there.")).toBe(null);
});

test("documents are grouped with the first that they resemble", () => {
  const other = words.map((word) => `${word}x`);
  const texts = [words, other, changed(5), [...other, "more", "words"], words.map((word) => `${word}y`)];
  expect(grouped(texts)).toEqual([0, 1, 0, 1, null]);
});

test("short texts with a few other words are near, those with another half are not", () => {
  let state = 1;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const some = (count: number) => Array.from({ length: count }, () => `word${Math.floor(random() * 5_000)}`);
  const own = Array.from({ length: 300 }, () => some(40 + Math.floor(random() * 160)));
  const near = own.map((text) => text.map((word) => (random() < 0.02 ? some(1)[0]! : word)));
  const halves = own.map((text) => [...text.slice(0, text.length / 2), ...some(text.length / 2)]);
  const pivots = grouped([...own, ...near, ...halves]);
  const found = near.filter((_, at) => pivots[300 + at] === at).length;
  expect(found / 300).toBeGreaterThan(0.97);
  expect(pivots.slice(600).filter((pivot) => pivot !== null)).toEqual([]);
});
