import { href } from "react-router";
import { problem } from "#core/workspace/problem.ts";
import { longDate } from "#ui/marketing/long-date.ts";
import { pageMeta } from "#ui/marketing/page-meta.ts";
import { findPost } from "#ui/marketing/posts.ts";
import { Prose, ProsePage } from "#ui/marketing/prose-page.tsx";
import { proseHtml } from "#ui/marketing/prose.ts";
import type { Route } from "./+types/post.ts";

export function loader({ params }: Route.LoaderArgs) {
  const post = findPost(params.slug);
  if (post === undefined) throw problem("not-found");
  const { title, lead, date, text } = post;
  return { title, lead, date, html: proseHtml(text) };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [{ title: "Not found · Stet" }];
  const { title, lead, date } = loaderData;
  return [
    ...pageMeta(`${title} · Stet`, lead),
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "BlogPosting",
        headline: title,
        description: lead,
        datePublished: date,
      },
    },
  ];
}

export default function PostPage({ loaderData: { title, lead, date, html } }: Route.ComponentProps) {
  const above = (
    <p className="mb-4 flex gap-3 text-ink-soft">
      <a href={href("/blog")} className="hover:text-ink hover:underline">
        Blog
      </a>
      <time dateTime={date}>{longDate(date)}</time>
    </p>
  );
  return (
    <ProsePage title={title} lead={lead} above={above}>
      <Prose html={html} />
    </ProsePage>
  );
}
