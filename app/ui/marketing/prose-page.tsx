/* A text page: a headline, a lead, and a column of text. */
import { useMemo, type ReactNode } from "react";
import { ownHtml } from "../trusted-html.ts";
import { column } from "./carousel.tsx";

type ProsePageProps = {
  title: string;
  lead: string;
  above?: ReactNode;
  /** Below the lead. */ below?: ReactNode;
  children: ReactNode;
};

export function ProsePage({ title, lead, above, below, children }: ProsePageProps) {
  return (
    <article className={`${column} pt-14 pb-24 sm:pt-20`}>
      <header className="max-w-3xl">
        {above}
        <h1 className="font-serif text-[clamp(2.25rem,1.6rem+2.4vw,3.25rem)] leading-[1.12] font-medium tracking-[-0.02em] text-balance">
          {title}
        </h1>
        <p className="mt-4 font-serif text-xl leading-8 text-ink-soft text-pretty">{lead}</p>
        {below}
      </header>
      <div className="mt-12 border-t border-rule pt-10">{children}</div>
    </article>
  );
}

/** Only for our own text: it is inserted as raw HTML. A text with tables may be wider than a column of words. */
export function Prose({ html, wide = false }: { html: string; wide?: boolean }) {
  const inner = useMemo(() => ({ __html: ownHtml(html) }), [html]);
  return <div className="markdown" style={wide ? { maxWidth: "54rem" } : undefined} dangerouslySetInnerHTML={inner} />;
}
