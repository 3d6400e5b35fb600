/* The document that is open: what it is, what belongs to it, and its text. */
import { X } from "lucide-react";
import { useRef } from "react";
import { Link } from "react-router";
import { kindWords, type CollectedDocument, type Collection, type RelatedDocument } from "#core/discovery/discovery.ts";
import type { Phrase } from "#core/discovery/query.ts";
import type { DocumentQuery } from "#core/requests/discovery.ts";
import { CodingBar } from "./coding-bar.tsx";
import { addressOf, dayOf, personOf, titleOf } from "./discovery-words.ts";
import { MarkedText } from "./marked-text.tsx";
import { RedactBar } from "./redact-bar.tsx";
import { RedactionList } from "./redaction-list.tsx";

type ReaderProps = { collection: Collection; document: CollectedDocument; asked: DocumentQuery; phrases: readonly Phrase[] };

export function DocumentReader({ collection, document, asked, phrases }: ReaderProps) {
  const { number, problem, text, isTextCut, redactions, family, thread, duplicates, nearDuplicates } = document;
  const textBox = useRef<HTMLDivElement>(null);
  const related = { asked, openId: document.id };
  return (
    <article aria-label={number} className="scroll-thin min-w-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-200 px-5 pt-4 pb-16 lg:px-8">
        <div className="flex items-center justify-between gap-3">
          <p className="text-ink-soft tabular-nums">{number}</p>
          <Link
            to={addressOf(asked, { document: undefined })}
            preventScrollReset
            aria-label="Close document"
            className="-mr-2 flex size-9 items-center justify-center rounded-lg text-ink-soft touch-target hover:bg-wash hover:text-ink [&_svg]:size-4.5"
          >
            <X aria-hidden="true" />
          </Link>
        </div>
        <h2 dir="auto" className="mt-1 font-serif text-title wrap-anywhere">
          {titleOf(document)}
        </h2>
        <CodingBar collection={collection} document={document} />
        <Facts document={document} />
        {problem !== null && (
          <p role="note" className="mt-4 rounded-lg bg-warn-soft px-3.5 py-2.5 text-warn">
            {problem}
          </p>
        )}
        <RedactionList collection={collection} document={document} />
        <Related title="Family" documents={family} {...related} />
        <Related title="Thread" documents={thread} {...related} />
        <Related title="Duplicates" documents={duplicates} {...related} />
        <Related title="Near duplicates" documents={nearDuplicates} {...related} />
        {text !== "" && (
          <div className="mt-6 border-t border-rule pt-6">
            {collection.mayWrite && (
              <p className="mb-3 text-sm text-ink-soft">
                Select words to redact them. In the text, the arrow keys choose words and lines, with Shift more of them.
              </p>
            )}
            <MarkedText ref={textBox} text={text} phrases={phrases} redactions={redactions} isChosenFrom={collection.mayWrite} />
            {isTextCut && <p className="mt-6 text-ink-soft">The rest of this text is too long to show. It can be searched.</p>}
          </div>
        )}
        {collection.mayWrite && text !== "" && (
          <RedactBar collectionId={collection.id} documentId={document.id} text={text} textBox={textBox} />
        )}
      </div>
    </article>
  );
}

function Facts({ document }: { document: CollectedDocument }) {
  const { from, to, cc, date, kind, custodian, source, path, size, pageCount, sha256, isAttachment } = document;
  const isEmail = kind === "email" || kind === "msg";
  const facts: [string, string][] = [
    ["From", from],
    ["To", to],
    ["Cc", cc],
    [isEmail || !isAttachment ? "Date" : "Sent", date === null ? "" : `${dayOf(date)} ${date.slice(11, 16)} UTC`],
    [
      "Type",
      [kindWords[kind] ?? kind, pageCount === null ? "" : pageCount === 1 ? "1 page" : `${pageCount} pages`, sizeWords(size)]
        .filter(Boolean)
        .join(", "),
    ],
    ["Custodian", custodian],
    ["File", path === source ? source : `${source} › ${path.startsWith(`${source}/`) ? path.slice(source.length + 1) : path}`],
    ["SHA-256", sha256],
  ];
  return (
    <dl className="mt-4 grid grid-cols-[max-content_1fr] gap-x-5 gap-y-1">
      {facts.map(([name, value]) =>
        value === "" ? null : (
          <div key={name} className="contents">
            <dt className="text-ink-faint">{name}</dt>
            <dd
              dir="auto"
              className={name === "SHA-256" ? "truncate font-mono text-sm text-ink-soft" : "wrap-anywhere"}
              title={value}
            >
              {value}
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

function sizeWords(bytes: number): string {
  if (bytes === 0) return "";
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

type RelatedProps = { title: string; documents: readonly RelatedDocument[]; asked: DocumentQuery; openId: string };

function Related({ title, documents, asked, openId }: RelatedProps) {
  if (documents.length === 0) return null;
  return (
    <section aria-label={title} className="mt-5">
      <h3 className="text-sm text-ink-faint">{title}</h3>
      <ol className="scroll-thin mt-1 max-h-60 overflow-y-auto rounded-lg border border-rule">
        {documents.map(({ id, number, title: name, from, date, score }) => (
          <li key={id} className="border-b border-rule last:border-b-0">
            <Link
              to={addressOf(asked, { document: id })}
              aria-current={id === openId ? "true" : undefined}
              className="flex items-baseline gap-3 px-3 py-1.5 hover:bg-wash aria-[current=true]:bg-blue-soft"
            >
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {name}
              </span>
              <span className="max-w-40 truncate text-sm text-ink-soft max-sm:hidden">{personOf(from)}</span>
              <span className="shrink-0 text-sm text-ink-faint tabular-nums">
                {score === null ? dayOf(date) || number : score === 1 ? number : `${Math.round(score * 100)}%`}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
