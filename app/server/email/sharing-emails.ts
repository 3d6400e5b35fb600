/* Emails to those with whom something is shared. */
import { composeEmail, type Email } from "./email.ts";

const lastWord = "You can see everything in it. Only its owner can make changes.";

/** To a verified address: names may be included. */
export function projectShared({ sharedBy, project, url }: { sharedBy: string; project: string; url: string }): Email {
  return composeEmail({
    subject: "A project was shared with you",
    paragraphs: [`${sharedBy} shared the project “${project}” with you at Stet.`],
    link: { words: "Open the project", url },
    lastWord,
  });
}

/** To an unverified address: nothing a stranger typed, only the sharer's verified address. */
export function projectOffered({ sharedBy, url }: { sharedBy: string; url: string }): Email {
  return composeEmail({
    subject: "A project was shared with you",
    paragraphs: [
      `The owner of the address ${sharedBy} shared a project with this address at Stet, where people write together with an assistant.`,
      "To see it, create an account with this address and verify it. You will then find the project in your vault.",
    ],
    link: { words: "Open the project", url },
    lastWord: "If you don't recognize this, you can ignore this email.",
  });
}
