/* Every search of a research: what was asked of what, what was taken, and what was set aside. */
import { useState } from "react";
import type { LoggedSearch } from "#core/research/research.ts";
import { dayAndTime } from "#core/text/day-and-time.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { showToast } from "../kit/toast.tsx";
import { keyed } from "./keyed.ts";
import { lawWords } from "./research-words.ts";

type Log = { searches: LoggedSearch[]; next: string | null };

export function SearchLog({ researchId, first }: { researchId: string; first: Log }) {
  const [{ searches, next }, setLog] = useState(first);
  const [isBusy, setBusy] = useState(false);
  async function more() {
    setBusy(true);
    try {
      const page = await ask<Log>(`/api/research/${researchId}/searches?after=${next}`);
      setLog({ searches: [...searches, ...page.searches], next: page.next });
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
    setBusy(false);
  }
  return (
    <>
      <ul className="divide-y divide-rule border-y border-rule">
        {searches.map((one) => (
          <li key={one.id} className="py-2">
            <Entry search={one} />
          </li>
        ))}
      </ul>
      {next !== null && (
        <Button className="mt-4" pending={isBusy} onClick={() => void more()}>
          Show more searches
        </Button>
      )}
    </>
  );
}

function Entry({ search: { searched, query, jurisdictions, day, step, found, notices, at } }: { search: LoggedSearch }) {
  const taken = found.filter(({ isTaken }) => isTaken);
  const aside = found.filter(({ isTaken }) => !isTaken);
  const where = { law: lawWords(jurisdictions, day), files: "Files", citing: "Sections that cite those found" }[searched];
  const counts = [
    taken.length === 1 ? "1 passage" : `${taken.length} passages`,
    aside.length > 0 && `${aside.length} set aside`,
  ].filter(Boolean);
  return (
    <details>
      <summary className="cursor-pointer wrap-anywhere">
        {query === "" ? where : `“${query}”`}{" "}
        <span className="text-ink-soft">
          · {query === "" ? "" : `${where} · `}
          {found.length === 0 ? "nothing found" : counts.join(", ")}
        </span>
      </summary>
      <div className="mt-2 mb-2 ms-4 flex flex-col gap-3">
        <p className="text-sm text-ink-soft">
          For: {step} · {dayAndTime(at)}
        </p>
        {notices.map((notice) => (
          <p key={notice} className="text-sm text-warn">
            {notice}
          </p>
        ))}
        {keyed([...taken, ...aside], ({ name }) => name).map(({ key, one: { number, name, text, isTaken } }) => (
          <blockquote key={key} className="border-s-2 border-rule ps-3">
            <p className="text-sm text-ink-soft">
              {name}
              {number !== null && ` [${number}]`}
              {!isTaken && " · set aside: it only comes close to the question"}
            </p>
            <p dir="auto" className="font-serif wrap-anywhere whitespace-pre-wrap">
              {text}
            </p>
          </blockquote>
        ))}
      </div>
    </details>
  );
}
