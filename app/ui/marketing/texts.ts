/* The text-only pages, by address. The text itself is Markdown, in content/pages. */
import careers from "../../../content/pages/careers.md?raw";
import cookies from "../../../content/pages/cookie-policy.md?raw";
import security from "../../../content/pages/security.md?raw";
import story from "../../../content/pages/story.md?raw";
import terms from "../../../content/pages/terms-of-use.md?raw";

export type TextPage = { title: string; lead: string; text: string };

export const textPages: Record<string, TextPage> = {
  "/story": { title: "Let it stand", lead: "Where the name comes from, and what it stands for.", text: story },
  "/careers": { title: "Careers", lead: "Working on Stet.", text: careers },
  "/cookie-policy": {
    title: "Cookie policy",
    lead: "The cookies Stet sets, what each is for, and how long it lasts.",
    text: cookies,
  },
  "/security": {
    title: "Security and data",
    lead: "Where your texts are, who can see them, what leaves the server, and what was measured.",
    text: security,
  },
  "/terms-of-use": { title: "Terms of use", lead: "What you can expect from Stet, and what Stet expects of you.", text: terms },
};
