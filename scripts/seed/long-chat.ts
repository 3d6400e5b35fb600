/* A chat of any length: the same every time, with no two messages alike. */
import type { WrittenMessage } from "./write-chat.ts";

const sentences = [
  "The tenant gives notice in writing, and the notice takes effect at the end of the month after it arrives.",
  "A deadline that falls on a Sunday moves to the next working day.",
  "Whoever relies on the exception has to prove it, and the court looks at the whole of the correspondence.",
  "The parties agreed on the price before they agreed on the date, which is why the second letter matters.",
  "An apology is not an admission; it is often the shortest way to the end of a dispute.",
  "The draft keeps the defined terms of the old contract, so that nobody has to read both side by side.",
  "Interest runs from the day of default and not from the day of the invoice.",
  "Short sentences carry the duty, longer ones carry the reason for it.",
  "If the delivery is late by more than ten days, the buyer may withdraw without setting a further time.",
  "What was said on the telephone was confirmed by e-mail on the same afternoon.",
  "The clause names the city, but the statute asks for the court that is competent there.",
  "Readers skip what they expect; so the unusual term belongs at the beginning of the paragraph.",
];

/** `count` messages of about `characters` each, alternating question and answer. Each begins with its number. */
export function longChat(count: number, characters: number): WrittenMessage[] {
  return Array.from({ length: count }, (_, i) => {
    const role = i % 2 === 0 ? ("user" as const) : ("assistant" as const);
    return { role, parts: [{ type: "text", text: textOf(i, role, characters) }] };
  });
}

function textOf(i: number, role: "user" | "assistant", characters: number): string {
  const paragraphs = [role === "user" ? `Question ${i + 1}. What follows from this?` : `## Answer ${i + 1}`];
  let length = paragraphs[0]!.length;
  for (let p = 0; length < characters; p++) {
    const next = paragraphOf(i, p, role).slice(0, Math.max(1, characters - length - 2));
    paragraphs.push(next);
    length += next.length + 2;
  }
  return paragraphs.join("\n\n");
}

function paragraphOf(i: number, p: number, role: "user" | "assistant"): string {
  const picked = Array.from({ length: 4 }, (_, n) => sentences[(i * 7 + p * 5 + n * 3) % sentences.length]!);
  if (role === "user") return picked.join(" ");
  if (p % 3 === 2) return picked.map((sentence) => `- ${sentence}`).join("\n");
  return picked.map((sentence, n) => (n === 1 ? sentence.replace(/^(\w+ \w+)/, "**$1**") : sentence)).join(" ");
}
