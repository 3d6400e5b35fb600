/* The documents that were found, page by page. */
import { Copy, CornerDownRight, Layers, MessagesSquare, Paperclip, TriangleAlert } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { codeName, type Issue } from "#core/discovery/coding.ts";
import { kindWords, type Collection, type DocumentPage, type DocumentSummary } from "#core/discovery/discovery.ts";
import type { DocumentQuery } from "#core/requests/discovery.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import { addressOf, dayOf, personOf, titleOf } from "./discovery-words.ts";

type ListProps = {
  collection: Collection;
  asked: DocumentQuery;
  page: DocumentPage;
  openId: string | null;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
};

export function DocumentList({ collection, asked, page, openId, selected, onSelect }: ListProps) {
  useListKeys(page.documents, asked, openId);
  const isOpen = openId !== null;
  return (
    <section
      aria-label="Documents"
      className={`scroll-thin min-w-0 overflow-y-auto ${isOpen ? "w-90 shrink-0 border-r border-rule max-lg:hidden" : "flex-1"}`}
    >
      {page.documents.length === 0 ? (
        page.fault === null && <Nothing collection={collection} asked={asked} />
      ) : (
        <ul className="divide-y divide-rule">
          {page.documents.map((document) => (
            <li key={document.id} className="flex">
              {collection.mayWrite && (
                <label className="flex w-10 shrink-0 cursor-pointer items-start justify-end pt-3.5 touch-target">
                  <span className="sr-only">Select {document.number}</span>
                  <input
                    type="checkbox"
                    checked={selected.has(document.id)}
                    onChange={() => onSelect(toggled(selected, document.id))}
                  />
                </label>
              )}
              <DocumentRow
                document={document}
                to={addressOf(asked, { document: document.id })}
                isCurrent={document.id === openId}
                issues={collection.issues}
              />
            </li>
          ))}
        </ul>
      )}
      <Pages asked={asked} next={page.next} />
    </section>
  );
}

function toggled(selected: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

function Nothing({ collection: { run }, asked }: { collection: Collection; asked: DocumentQuery }) {
  if (run !== null && asked.query === "") return <EmptyState title="Reading …">Documents appear here as they are read.</EmptyState>;
  return (
    <EmptyState
      title="No matching documents"
      action={
        <Link to="?" className="text-blue underline-offset-4 hover:underline">
          Show all documents
        </Link>
      }
    >
      Try fewer words, or a longer time.
    </EmptyState>
  );
}

function Pages({ asked, next }: { asked: DocumentQuery; next: string | null }) {
  const look = "text-blue touch-target hover:underline";
  if (asked.after === undefined && next === null) return null;
  return (
    <nav aria-label="Pages" className="flex gap-5 px-5 py-4">
      {asked.after !== undefined && (
        <Link to={addressOf(asked, { after: undefined })} className={look}>
          First page
        </Link>
      )}
      {next !== null && (
        <Link to={addressOf(asked, { after: next })} className={look}>
          Next page
        </Link>
      )}
    </nav>
  );
}

type RowProps = { document: DocumentSummary; to: string; isCurrent: boolean; issues: readonly Issue[] };

function DocumentRow({ document, to, isCurrent, issues }: RowProps) {
  const { number, from, date, kind, problem, isAttachment, codes } = document;
  return (
    <Link
      to={to}
      aria-current={isCurrent ? "true" : undefined}
      preventScrollReset
      className="flex min-w-0 flex-1 flex-col gap-0.5 px-5 py-2.5 hover:bg-wash aria-[current=true]:bg-blue-soft"
    >
      <span className="flex items-baseline gap-3">
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {isAttachment && <CornerDownRight aria-hidden="true" className="mr-1.5 inline size-3.5 text-ink-faint" />}
          {titleOf(document)}
        </span>
        <span className="shrink-0 text-sm text-ink-faint tabular-nums">{dayOf(date)}</span>
      </span>
      <span className="flex items-center gap-3 text-sm text-ink-soft">
        <span className="tabular-nums">{number}</span>
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {from === "" ? (kindWords[kind] ?? kind) : personOf(from)}
        </span>
        <Signs document={document} />
      </span>
      {codes.length > 0 && (
        <span className="flex flex-wrap gap-1.5 pt-0.5">
          {codes.map((code) => (
            <span key={code} dir="auto" className="max-w-40 truncate rounded-full bg-wash px-2 text-xs leading-5 text-ink-soft">
              {codeName(code, issues)}
            </span>
          ))}
        </span>
      )}
      {problem !== null && <span className="line-clamp-2 text-sm text-warn">{problem}</span>}
    </Link>
  );
}

function Signs({ document }: { document: DocumentSummary }) {
  const { attachments, inThread, isDuplicate, hasNearDuplicates, problem } = document;
  const signs: [boolean, string, ReactNode][] = [
    [attachments > 0, attachments === 1 ? "1 attachment" : `${attachments} attachments`, <Paperclip key="a" />],
    [inThread, "In a thread", <MessagesSquare key="t" />],
    [isDuplicate, "Has duplicates", <Copy key="d" />],
    [hasNearDuplicates, "Has near duplicates", <Layers key="n" />],
    [problem !== null, "Exception", <TriangleAlert key="e" className="text-warn" />],
  ];
  return (
    <span className="flex shrink-0 gap-2 text-ink-faint [&_svg]:size-3.5">
      {signs.map(([isSo, label, icon]) =>
        isSo ? (
          <span key={label} role="img" aria-label={label} title={label}>
            {icon}
          </span>
        ) : null,
      )}
    </span>
  );
}

/** J and K, or the arrows, open the next and the previous document; Escape closes it. */
function useListKeys(documents: readonly DocumentSummary[], asked: DocumentQuery, openId: string | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const at = documents.findIndex(({ id }) => id === openId);
      const step = ({ j: 1, k: -1 } as Record<string, number>)[event.key];
      if (event.key === "Escape" && openId !== null)
        void navigate(addressOf(asked, { document: undefined }), { preventScrollReset: true });
      const next = step === undefined ? undefined : documents[at === -1 ? 0 : at + step];
      if (next === undefined) return;
      event.preventDefault();
      void navigate(addressOf(asked, { document: next.id }), { preventScrollReset: true, replace: openId !== null });
    }
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [documents, asked, openId, navigate]);
}

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]") !== null
  );
}
