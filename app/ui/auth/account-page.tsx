/** One calm column: the wordmark, a headline, a form, and a link to the sister page. */
import type { ReactNode } from "react";
import { StetMark } from "../kit/stet-mark.tsx";

export function AccountPage({
  title,
  lead,
  children,
  footer,
}: {
  title: string;
  lead: string;
  children?: ReactNode;
  footer?: ReactNode;
}) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-90 flex-col px-5 pt-[max(3rem,14dvh)] pb-12">
      <StetMark className="text-3xl" />
      <h1 className="mt-12 font-serif text-display text-balance">{title}</h1>
      <p className="mt-2 text-base text-ink-soft text-pretty">{lead}</p>
      {children && <div className="mt-8">{children}</div>}
      {footer && <p className="mt-8 border-t border-rule pt-5 text-ink-soft">{footer}</p>}
    </main>
  );
}
