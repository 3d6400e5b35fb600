/* Feeds for machines: the blog as RSS, the pages as a sitemap. */
import { posts } from "./posts.ts";
import { textPages } from "./texts.ts";

export function rssFeed(origin: string): string {
  const items = posts.map(
    ({ slug, title, lead, date }) =>
      `<item><title>${escaped(title)}</title><link>${origin}/blog/${slug}</link><guid>${origin}/blog/${slug}</guid>` +
      `<pubDate>${new Date(date).toUTCString()}</pubDate><description>${escaped(lead)}</description></item>`,
  );
  return (
    `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>` +
    `<title>Stet</title><link>${origin}/blog</link><description>How Stet works.</description><language>en</language>` +
    `<atom:link href="${origin}/blog/feed.xml" rel="self" type="application/rss+xml"/>${items.join("")}</channel></rss>\n`
  );
}

export const sitePaths: readonly string[] = [
  "/",
  "/demo",
  "/pricing",
  "/docs",
  "/docs/developers",
  "/docs/api",
  "/blog",
  ...posts.map(({ slug }) => `/blog/${slug}`),
  ...Object.keys(textPages),
  "/contact",
];

export function sitemap(origin: string): string {
  const urls = sitePaths.map((path) => `<url><loc>${origin}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>\n`;
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}
