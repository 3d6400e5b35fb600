/* The blog posts, newest first. The text itself is Markdown, in content/blog. */
import letItStand from "../../../content/blog/let-it-stand.md?raw";
import neverLosingAWord from "../../../content/blog/never-losing-a-word.md?raw";
import whoSaidThat from "../../../content/blog/who-said-that.md?raw";

/** `date` is an ISO date. */
export type Post = { slug: string; title: string; lead: string; date: string; text: string };

export const posts: readonly Post[] = [
  {
    slug: "never-losing-a-word",
    title: "Never losing a word",
    lead: "What happens to your text before you send it, while it is answered, and when the power goes.",
    date: "2026-11-20",
    text: neverLosingAWord,
  },
  {
    slug: "who-said-that",
    title: "Who said that?",
    lead: "How Stet cites, and how every citation is checked.",
    date: "2026-11-19",
    text: whoSaidThat,
  },
  {
    slug: "let-it-stand",
    title: "Changes you can say no to",
    lead: "Why Stet proposes patches instead of new paragraphs, and how it places them.",
    date: "2026-11-18",
    text: letItStand,
  },
];

export function findPost(slug: string): Post | undefined {
  return posts.find((post) => post.slug === slug);
}
