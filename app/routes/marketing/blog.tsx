import { href } from "react-router";
import { pageMeta } from "#ui/marketing/page-meta.ts";
import { longDate } from "#ui/marketing/long-date.ts";
import { posts } from "#ui/marketing/posts.ts";
import { ProsePage } from "#ui/marketing/prose-page.tsx";
import type { Route } from "./+types/blog.ts";

const lead = "How Stet works, and why.";

export function meta() {
  return [
    ...pageMeta("Blog · Stet", lead),
    { tagName: "link", rel: "alternate", type: "application/rss+xml", title: "Stet", href: href("/blog/feed.xml") },
  ];
}

export function loader() {
  return { posts: posts.map(({ slug, title, lead, date }) => ({ slug, title, lead, date })) };
}

export default function BlogPage({ loaderData: { posts } }: Route.ComponentProps) {
  return (
    <ProsePage title="Blog" lead={lead}>
      <ul className="-mt-10 max-w-3xl divide-y divide-rule">
        {posts.map(({ slug, title, lead, date }) => (
          <li key={slug} className="py-8">
            <time dateTime={date} className="text-ink-soft">
              {longDate(date)}
            </time>
            <h2 className="mt-1 font-serif text-[1.75rem] leading-9 font-medium">
              <a href={href("/blog/:slug", { slug })} className="decoration-1 underline-offset-4 hover:underline">
                {title}
              </a>
            </h2>
            <p className="mt-2 text-base leading-6 text-ink-soft">{lead}</p>
          </li>
        ))}
      </ul>
    </ProsePage>
  );
}
