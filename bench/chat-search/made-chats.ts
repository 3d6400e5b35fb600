/* Chats with known words: texts of made-up words, few common and most rare, plus planted words. */
import { sql } from "kysely";
import { uuidv7 } from "#core/text/uuid.ts";
import type { BoundDb } from "#server/db/database.ts";

const messagesInChat = 4;
const wordsInMessage = 100;
const syllables =
  "an be co der en for ge ing kon lich ment nis or pra que rei sta tion un ver wir zu ab lei mo tra sch ag il ut".split(" ");

let state = 7;
/** Between 0 and 1; the same in every run. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

const vocabulary = Array.from({ length: 30_000 }, () =>
  Array.from({ length: 2 + Math.floor(random() * 3) }, () => syllables[Math.floor(random() * syllables.length)]!).join(""),
);

/** A word of the vocabulary by rank: 0 is the most common. */
export const commonWord = (rank: number) => vocabulary[rank]!;

/** Planted words: each occurs in one of `every` chats; there are `variants` of each. */
export const planted = [2, 20, 200, 5000].map((every) => ({ every, variants: 10 }));
export const plantedWord = (every: number, variant: number) => `Vor${letters(every)}markt${letters(variant * 31)}ärtig`;
export const holds = (chat: number, every: number, variant: number) => (chat * 7919 + variant * 104_729) % every === 0;

function letters(value: number): string {
  return Array.from(String(value), (digit) => "bdfghjklmw"[Number(digit)]!).join("");
}

function textOf(chat: number, seq: number): string {
  const words = Array.from({ length: wordsInMessage }, () => vocabulary[Math.floor(vocabulary.length ** random()) - 1]!);
  for (const { every, variants } of planted)
    for (let variant = 0; variant < variants; variant++)
      if (holds(chat, every, variant) && (chat + variant) % messagesInChat === seq - 1) words.push(plantedWord(every, variant));
  return words.join(" ");
}

/** `ids` gets the id of each chat by its number; the higher, the newer. */
export async function addChats(db: BoundDb, ownerId: string, count: number, ids: string[]): Promise<void> {
  const atOnce = 500;
  for (let from = 0; from < count; from += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, count - from) }, (_, i) => from + i);
    for (const _ of numbers) ids.push(uuidv7());
    const chatIds = numbers.map((number) => ids[number]!);
    await sql`insert into chats (id, owner_id, title, title_by, updated_at)
      select id, ${ownerId}, 'Chat number ' || number, 'first-words', timestamptz '2024-01-01' + number * interval '10 minutes'
      from unnest(${chatIds}::uuid[], ${numbers}::int4[]) as made (id, number)`.execute(db);
    const messages = numbers.flatMap((number) =>
      Array.from({ length: messagesInChat }, (_, i) => ({
        id: uuidv7(),
        chat: ids[number]!,
        seq: i + 1,
        text: textOf(number, i + 1),
      })),
    );
    await sql`insert into messages (id, chat_id, seq, role, content, parts)
      select id, chat, seq, case seq % 2 when 1 then 'user' else 'assistant' end, text, '[]'
      from unnest(${messages.map(({ id }) => id)}::uuid[], ${messages.map(({ chat }) => chat)}::uuid[],
        ${messages.map(({ seq }) => seq)}::int4[], ${messages.map(({ text }) => text)}::text[]) as made (id, chat, seq, text)`.execute(
      db,
    );
  }
}
