/* Emails to those with whom something is shared. */
import type { ShareRole } from "#core/workspace/policy.ts";
import { composeEmail, type Email } from "./email.ts";

const lastWords: Record<ShareRole, string> = {
  viewer: "You can see everything in it. Only its owner can make changes.",
  commenter: "You can see everything in it, comment, and suggest changes to its drafts.",
  editor: "You can work in it: write in its drafts, add files and start chats.",
};
const roleWords: Record<ShareRole, string> = { viewer: "a viewer", commenter: "a commenter", editor: "an editor" };

type SharedProject = { sharedBy: string; project: string; url: string; role: ShareRole; isChange: boolean };

/** To a verified address: names may be included. `isChange`: they had it with another role. */
export function projectShared({ sharedBy, project, url, role, isChange }: SharedProject): Email {
  const shared = `${sharedBy} shared the project “${project}” with you at Stet`;
  return composeEmail({
    subject: isChange ? `You are now ${roleWords[role]} of a project` : "A project was shared with you",
    paragraphs: [
      isChange
        ? `${sharedBy} made you ${roleWords[role]} of the project “${project}” at Stet.`
        : role === "viewer"
          ? `${shared}.`
          : `${shared} as ${roleWords[role]}.`,
    ],
    link: { words: "Open the project", url },
    lastWord: lastWords[role],
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
