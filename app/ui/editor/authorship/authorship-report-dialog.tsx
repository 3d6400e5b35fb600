/* A one-page authorship report to read, print, or download as a PDF. The server computes it from the saved text. */
import { FileDown, Printer } from "lucide-react";
import { useEffect, useState } from "react";
import {
  kindOrder,
  shareOf,
  unknownSentence,
  type AuthorshipPage,
  type AuthorshipReport,
} from "#core/authorship/authorship-report.ts";
import { dayAndTime } from "#core/text/day-and-time.ts";
import { kindWords } from "#core/authorship/origin-words.ts";
import { versionWords } from "#core/document/version-words.ts";
import { ask, problemIn, sentenceOf } from "../../ask.ts";
import { saveResponse } from "../../chat/export-chat.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import type { DraftStore } from "../saving/draft-store.ts";

type ReportDialogProps = { store: DraftStore; open: boolean; onClose: () => void };

export function AuthorshipReportDialog({ store, open, onClose }: ReportDialogProps) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const savePdf = () =>
    saveResponse({ path: `/api/drafts/${store.id}/authorship`, question: { body: { timeZone } }, making: "Creating the PDF…" });
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Authorship"
      description="Who wrote the current words of this draft."
      size="wide"
      footer={
        <>
          <Button variant="outline" onClick={() => print()}>
            <Printer />
            Print
          </Button>
          <Button variant="primary" onClick={() => void savePdf()}>
            <FileDown />
            Download PDF
          </Button>
        </>
      }
    >
      {open && <Report store={store} />}
    </Dialog>
  );
}

function Report({ store }: { store: DraftStore }) {
  const [page, setPage] = useState<AuthorshipPage | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isHere = true;
    async function read() {
      await store.flush();
      const answer = await ask<AuthorshipPage>(`/api/drafts/${store.id}/authorship`);
      if (isHere) setPage(answer);
    }
    read().catch((error: unknown) => isHere && setProblem(sentenceOf(problemIn(error))));
    return () => void (isHere = false);
  }, [store]);
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (page === null) return <p className="py-8 text-ink-soft">Counting…</p>;
  const { report } = page;
  return (
    <article className="authorship-report text-sm" aria-label={`Authorship of ${page.name}`}>
      <header className="mb-4">
        <h3 className="font-serif text-title">{page.name}</h3>
        <p className="mt-1 text-ink-soft">
          {page.projectName} · {count(report.words, "word")} · version {page.version} · {dayAndTime(page.madeAt)}
        </p>
      </header>
      <Bar report={report} />
      <Parts report={report} />
      {unknownSentence(report) !== "" && <p className="mt-2 text-xs text-pretty text-ink-soft">{unknownSentence(report)}</p>}
      <Prompts report={report} />
      <Sources report={report} />
      <section className="mt-6">
        <h4 className="mb-1 font-medium">How it was written</h4>
        <p className="text-pretty text-ink-soft">{cameAbout(page)}</p>
      </section>
    </article>
  );
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${number === 1 ? noun : `${noun}s`}`;
}

function cameAbout({ entries, people, firstAt, lastAt }: AuthorshipPage): string {
  const kinds = entries.map(({ kind, count: times }) => `${versionWords[kind].toLowerCase()} ${times}`).join(", ");
  const names = people.map(({ name }) => name ?? "a former member").join(", ");
  return `Timeline entries: ${kinds}. Made by ${names}, from ${dayAndTime(firstAt)} to ${dayAndTime(lastAt)}. Only the current words are counted, not those that were deleted.`;
}

function Bar({ report: { parts, words } }: { report: AuthorshipReport }) {
  if (words === 0) return <p className="text-ink-soft">There are no words yet.</p>;
  return (
    <div className="mb-4 flex h-6 gap-px overflow-hidden rounded-md border border-rule-strong" aria-hidden="true">
      {kindOrder.map((kind) => {
        const own = parts.filter((part) => part.kind === kind).reduce((sum, part) => sum + part.words, 0);
        return own > 0 && <span key={kind} className={`by-bar by-bar-${kind}`} style={{ flexGrow: own }} title={kindWords[kind]} />;
      })}
    </div>
  );
}

const head = "border-b border-rule pb-1.5 text-left text-xs font-normal text-ink-faint";
const cell = "border-b border-rule py-1.5 pr-4 align-top";
const number = "border-b border-rule py-1.5 pl-4 text-right align-top tabular-nums whitespace-nowrap";

function Parts({ report: { parts, words } }: { report: AuthorshipReport }) {
  return (
    <table className="w-full">
      <thead>
        <tr>
          <th className={head}>Words</th>
          <th className={head}>Whose</th>
          <th className={`${head} text-right`}>Count</th>
          <th className={`${head} text-right`}>Share</th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <tr key={`${part.kind} ${part.whose}`} data-part={part.kind}>
            <td className={`${cell} whitespace-nowrap`}>
              <span
                className={`by-bar by-bar-${part.kind} mr-2 inline-block size-3 rounded-xs border border-rule-strong align-[-1px]`}
              />
              {kindWords[part.kind]}
            </td>
            <td className={`${cell} break-words`}>{part.whose}</td>
            <td className={number}>{part.words.toLocaleString("en")}</td>
            <td className={number}>{shareOf(part.words, words)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td className="py-1.5 text-ink-soft">Together</td>
          <td />
          <td className="py-1.5 pl-4 text-right tabular-nums">{words.toLocaleString("en")}</td>
          <td />
        </tr>
      </tfoot>
    </table>
  );
}

function Prompts({ report: { prompts } }: { report: AuthorshipReport }) {
  if (prompts.length === 0) return null;
  return (
    <section className="mt-6">
      <h4 className="mb-1 font-medium">Asked of a model</h4>
      <table className="w-full">
        <tbody>
          {prompts.map((one) => (
            <tr key={`${one.at} ${one.model} ${one.prompt} ${one.via}`}>
              <td className={`${cell} whitespace-nowrap text-ink-soft`}>{dayAndTime(one.at)}</td>
              <td className={`${cell} max-sm:hidden`}>{one.model}</td>
              <td className={`${cell} break-words`}>{one.prompt === "" ? "" : `“${one.prompt}”`}</td>
              <td className={number}>{count(one.words, "word")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Sources({ report: { sources } }: { report: AuthorshipReport }) {
  if (sources.length === 0) return null;
  return (
    <section className="mt-6">
      <h4 className="mb-1 font-medium">Quoted</h4>
      <table className="w-full">
        <tbody>
          {sources.map((one) => (
            <tr key={`${one.source} ${one.place}`}>
              <td className={`${cell} break-words`}>{one.source}</td>
              <td className={`${cell} text-ink-soft`}>{one.place}</td>
              <td className={number}>{count(one.words, "word")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
