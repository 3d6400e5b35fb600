/*
 * An email is a few plain paragraphs, at most one link, and a closing line. HTML and text are both generated from
 * these, so they always match. Nothing a stranger typed may go to an unverified address: it would be their words under
 * our name.
 */
export type Email = { subject: string; html: string; text: string };

type EmailParts = { subject: string; paragraphs: string[]; link?: { words: string; url: string }; lastWord: string };

export function composeEmail({ subject, paragraphs, link, lastWord }: EmailParts): Email {
  return {
    subject,
    text: [...paragraphs, ...(link ? [`${link.words}:\n${link.url}`] : []), lastWord, "Stet"].join("\n\n") + "\n",
    html: page(subject, [
      ...paragraphs.map(paragraph),
      ...(link ? [button(link), address(link.url)] : []),
      `<p style="${small}">${escaped(lastWord)}</p>`,
    ]),
  };
}

/** "an hour", "30 minutes": how long a link is valid. */
export function howLong(seconds: number): string {
  if (seconds === 3600) return "an hour";
  if (seconds % 3600 === 0) return `${seconds / 3600} hours`;
  if (seconds < 120) return seconds === 1 ? "a second" : `${seconds} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}

const small = "margin:28px 0 0;padding-top:16px;border-top:1px solid #ded8cd;font-size:13px;line-height:20px;color:#5f5a52";

function page(title: string, blocks: string[]): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f6f2ea;color:#2a2520;font:16px/26px Georgia,serif">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#fdfbf7;border:1px solid #e4ded3;border-radius:12px">
<p style="margin:0 0 24px;font-size:24px;text-decoration:underline dotted #3b5f9a">Stet</p>
${blocks.join("\n")}
</div>
</body>
</html>
`;
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escaped(text)}</p>`;
}

function button({ words, url }: { words: string; url: string }): string {
  return `<p style="margin:24px 0"><a href="${escaped(url)}" style="display:inline-block;padding:11px 20px;border-radius:8px;background:#2f5597;color:#ffffff;font:600 15px/22px sans-serif;text-decoration:none">${escaped(words)}</a></p>`;
}

/** For mail programs without buttons, and readers who want to see where a link goes. */
function address(url: string): string {
  return `<p style="margin:0;font:13px/20px sans-serif;color:#5f5a52;overflow-wrap:anywhere">${escaped(url)}</p>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}
