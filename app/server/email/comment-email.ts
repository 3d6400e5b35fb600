/* The email about comments on a draft. Of the draft it contains only its name and the commented words. */
import { truncate } from "#core/sources/source.ts";
import { composeEmail, type Email } from "./email.ts";

type CommentLetter = {
  draft: string;
  isOwn: boolean;
  comments: readonly { author: string; about: string; text: string }[];
  url: string;
};

const mostTold = 10;
const excerptLength = 120;
const textLength = 400;

export function commentsOnDraft({ draft, isOwn, comments, url }: CommentLetter): Email {
  const name = truncate(oneLine(draft), 80);
  const authors = [...new Set(comments.map(({ author }) => oneLine(author)))];
  const who =
    authors.length === 1 ? authors[0]! : `${authors[0]} and ${authors.length === 2 ? authors[1] : `${authors.length - 1} others`}`;
  const where = isOwn ? `your draft “${name}”` : `the draft “${name}”`;
  const left = comments.length - mostTold;
  return composeEmail({
    subject: `${comments.length === 1 ? "A comment" : `${comments.length} comments`} on “${name}”`,
    paragraphs: [
      `${who} commented on ${where}.`,
      ...comments
        .slice(0, mostTold)
        .map(
          ({ author, about, text }) =>
            `${oneLine(author)}, on “${truncate(oneLine(about), excerptLength)}”: ${truncate(oneLine(text), textLength)}`,
        ),
      ...(left > 0 ? [`And ${left} more.`] : []),
    ],
    link: { words: "Open the draft", url },
    lastWord:
      "We send at most one of these every 15 minutes per draft. You can turn them off in your account, under Notifications.",
  });
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
