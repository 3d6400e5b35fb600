/* The productions of a collection: making one, how far it is, and downloading it. */
import { Download, FileOutput, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useRevalidator } from "react-router";
import type { Collection } from "#core/discovery/discovery.ts";
import { pageNumber } from "#core/discovery/numbering.ts";
import type { Production } from "#core/discovery/production.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button, buttonClass } from "../kit/button.tsx";
import { EmptyState } from "../kit/empty-state.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { showToast } from "../kit/toast.tsx";
import { momentOf } from "../organizations/dates.ts";
import { useFresh } from "../projects/use-fresh.ts";
import { RunBar } from "../shell/run-bar.tsx";
import { BackLink } from "../workflows/back-link.tsx";
import { NewProduction } from "./new-production.tsx";

type PageProps = { collection: Collection; productions: readonly Production[] };

export function ProductionsPage({ collection, productions }: PageProps) {
  const [isMaking, setMaking] = useState(false);
  useFresh((update) => update.type === "collection" && update.collectionId === collection.id);
  const { id, name, mayWrite } = collection;
  const make = mayWrite && (
    <Button variant="primary" onClick={() => setMaking(true)}>
      <FileOutput /> New production
    </Button>
  );
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-220 px-5 pt-4 pb-20">
        <BackLink to={`/discovery/${id}`}>{name}</BackLink>
        <header className="mt-4 flex flex-wrap items-center justify-between gap-4">
          <h1 className="font-serif text-display">Productions</h1>
          {productions.length > 0 && make}
        </header>
        <p className="mt-2 max-w-150 text-ink-soft text-pretty">
          Documents as they are handed over: with redactions burnt in, a number on every page, and files that other programs load.
        </p>
        {productions.length === 0 ? <Empty make={make} /> : <List collection={collection} productions={productions} />}
      </div>
      {isMaking && <NewProduction collection={collection} productions={productions} onClose={() => setMaking(false)} />}
    </main>
  );
}

function Empty({ make }: { make: ReactNode }) {
  return (
    <div className="pt-10">
      <EmptyState title="No productions yet" action={make}>
        {make
          ? "Choose documents by a query, such as those coded responsive. What is coded privileged is withheld."
          : "Productions appear here once someone makes one."}
      </EmptyState>
    </div>
  );
}

function List({ collection, productions }: PageProps) {
  return (
    <ul className="mt-8 flex flex-col gap-4">
      {productions.map((production) => (
        <li key={production.id}>
          <Card collection={collection} production={production} />
        </li>
      ))}
    </ul>
  );
}

function Card({ collection, production }: { collection: Collection; production: Production }) {
  const { revalidate } = useRevalidator();
  const { id, name, query, by, at, run, done, documents } = production;
  const isDone = done >= documents;
  const progress = `${done.toLocaleString("en")} of ${documents.toLocaleString("en")} produced`;
  return (
    <article aria-label={name} className="overflow-hidden rounded-xl border border-rule bg-raised">
      {run !== null && <RunBar run={run} progress={{ done, of: documents }} words={progress} reload={revalidate} />}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 py-4">
        <div className="min-w-0 flex-1 basis-60">
          <h2 dir="auto" className="truncate font-serif text-lg">
            {name}
          </h2>
          {isDone && <p className="mt-0.5 tabular-nums wrap-anywhere">{numbersOf(production)}</p>}
          <p className="mt-0.5 text-ink-soft text-pretty">{contentsOf(production)}</p>
          {!isDone && run === null && (
            <p className="mt-1 text-warn">The run was ended at {progress}. Delete this production to use its numbers again.</p>
          )}
          <p className="mt-1 text-sm wrap-anywhere text-ink-faint">
            {query === "" ? "All documents" : <code className="font-mono">{query}</code>} · {by ?? "Someone who has left"},{" "}
            {momentOf(at)}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {isDone && (
            <a href={`/api/discovery/${collection.id}/productions/${id}/file`} download className={buttonClass()}>
              <Download aria-hidden="true" /> Download
            </a>
          )}
          {isDone && production.withheld + production.redacted > 0 && (
            <PrivilegeLog path={`/api/discovery/${collection.id}/productions/${id}/privilege-log`} />
          )}
          {collection.mayWrite && <Remove collectionId={collection.id} production={production} />}
        </div>
      </div>
    </article>
  );
}

/** What is withheld or redacted as privileged, for those who are to have it. */
function PrivilegeLog({ path }: { path: string }) {
  const look = "text-blue touch-target hover:underline";
  return (
    <span className="flex items-center gap-3 whitespace-nowrap text-ink-soft">
      Privilege log
      <a href={`${path}?format=xlsx`} download className={look}>
        Excel
      </a>
      <a href={`${path}?format=docx`} download className={look}>
        Word
      </a>
    </span>
  );
}

function numbersOf(production: Production): string {
  const { firstNumber, pages } = production;
  const [first, last] = [pageNumber(production, firstNumber), pageNumber(production, firstNumber + pages - 1)];
  return pages === 1 ? first : `${first} – ${last}`;
}

function contentsOf({ documents, done, pages, redacted, withheld, unread }: Production): string {
  const count = (number: number, one: string, many: string) =>
    number === 1 ? `1 ${one}` : `${number.toLocaleString("en")} ${many}`;
  return [
    count(documents, "document", "documents"),
    ...(done >= documents ? [count(pages, "page", "pages")] : []),
    ...(redacted > 0 ? [`${redacted.toLocaleString("en")} with redactions`] : []),
    ...(withheld > 0 ? [`${withheld.toLocaleString("en")} withheld`] : []),
    ...(unread > 0 ? [`${unread.toLocaleString("en")} without text`] : []),
  ].join(" · ");
}

function Remove({ collectionId, production: { id, name } }: { collectionId: string; production: Production }) {
  const { revalidate } = useRevalidator();
  async function setRemoved(isRemoved: boolean) {
    try {
      await ask(`/api/discovery/${collectionId}/productions/${id}`, { method: "PATCH", body: { isRemoved } });
      await revalidate();
      const undo = { label: "Undo", run: () => void setRemoved(false) };
      if (isRemoved) showToast({ kind: "success", text: `“${name}” was deleted.`, action: undo });
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  return <IconButton label={`Delete ${name}`} icon={<Trash2 />} onClick={() => void setRemoved(true)} />;
}
