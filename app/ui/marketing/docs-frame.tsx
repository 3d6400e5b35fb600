/* The shared layout of the documentation pages: navigation, search, and this page's contents. */
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { href } from "react-router";
import { Button } from "../kit/button.tsx";
import type { ProseSection } from "./prose.ts";
import { Prose, ProsePage } from "./prose-page.tsx";

export type DocsPage = "guide" | "developers" | "api";

type DocsFrameProps = { page: DocsPage; title: string; lead: string; question?: string; children: ReactNode };

export function DocsFrame({ page, title, lead, question = "", children }: DocsFrameProps) {
  return (
    <ProsePage title={title} lead={lead} above={<DocsNavigation page={page} />} below={<DocsSearch question={question} />}>
      {children}
    </ProsePage>
  );
}

const places: readonly { page: DocsPage; name: string; to: "/docs" | "/docs/developers" | "/docs/api" }[] = [
  { page: "guide", name: "Guide", to: "/docs" },
  { page: "developers", name: "Developers", to: "/docs/developers" },
  { page: "api", name: "API reference", to: "/docs/api" },
];

function DocsNavigation({ page }: { page: DocsPage }) {
  return (
    <nav aria-label="Documentation" className="mb-6 flex flex-wrap gap-x-6">
      {places.map(({ page: one, name, to }) => (
        <a
          key={to}
          href={href(to)}
          aria-current={one === page ? "page" : undefined}
          className="inline-flex items-center py-1 text-ink-soft touch-target hover:text-ink aria-[current]:text-ink aria-[current]:underline aria-[current]:decoration-blue aria-[current]:decoration-2 aria-[current]:underline-offset-8"
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

function DocsSearch({ question }: { question: string }) {
  return (
    <form action={href("/docs")} role="search" className="mt-8 flex max-w-136 gap-2">
      <label htmlFor="docs-question" className="sr-only">
        Search the documentation
      </label>
      <input
        id="docs-question"
        name="q"
        type="search"
        required
        defaultValue={question}
        placeholder="Search the documentation"
        className="h-11 min-w-0 flex-1 rounded-lg border border-rule-strong bg-paper px-3 text-base"
      />
      <Button type="submit" size="large" aria-label="Search">
        <Search />
      </Button>
    </form>
  );
}

export type Heading = { id: string; title: string };

export function WithContents({ headings, children }: { headings: readonly Heading[]; children: ReactNode }) {
  return (
    <div className="gap-16 lg:grid lg:grid-cols-[11rem_1fr]">
      <nav aria-label="On this page" className="mb-10 lg:sticky lg:top-8 lg:self-start">
        <ul className="flex flex-wrap gap-x-5 lg:block">
          {headings.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex items-center py-1 text-ink-soft touch-target hover:text-ink hover:underline"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0 space-y-14">{children}</div>
    </div>
  );
}

export function DocsProse({ sections }: { sections: readonly ProseSection[] }) {
  return (
    <WithContents headings={sections}>
      {sections.map(({ id, title, html }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id} className="mb-4 scroll-mt-8 font-serif text-[1.75rem] leading-9 font-medium">
            {title}
          </h2>
          <Prose html={html} wide={html.includes("<table")} />
        </section>
      ))}
    </WithContents>
  );
}
