/* The placeholder of an empty composer. On the start view, phrases are typed out one after another. */

export const startPlaceholder = "Ask to write anything...";

const lead = "Ask to ";
const phrases = ["write an essay...", "write an article...", "write a poem..."];
const pauseMs = 2200;
const fastestMs = 35;
const slowestMs = 50;

type Asked = { hasMessages: boolean; draftMode: boolean; /** Of the chosen type of text. */ ofType: string | undefined };

export function placeholderFor({ hasMessages, draftMode, ofType }: Asked): string {
  if (!hasMessages && ofType !== undefined) return ofType;
  if (draftMode) return hasMessages ? "Write your draft instructions..." : "What would you like me to draft for you?";
  return hasMessages ? "Ask a follow-up question" : startPlaceholder;
}

export type PlaceholderFrame = { text: string; /** How long to show it. */ ms: number };

/** Infinite. `random` returns 0 up to 1, like Math.random. */
export function* typedPlaceholders(random: () => number): Generator<PlaceholderFrame, never> {
  for (let i = 0; ; i = (i + 1) % phrases.length) {
    const phrase = phrases[i]!;
    for (let length = 1; length <= phrase.length; length++) {
      const ms = length === phrase.length ? pauseMs : fastestMs + Math.round(random() * (slowestMs - fastestMs));
      yield { text: lead + phrase.slice(0, length), ms };
    }
  }
}
