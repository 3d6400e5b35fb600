/* Conflict checks: names are compared with everything in the workspace, and each check is kept as a record. */
import { ArrowLeft, Plus, X } from "lucide-react";
import { useState, type SyntheticEvent } from "react";
import { Link, useRevalidator } from "react-router";
import {
  outcomeOf,
  partyLimits,
  type ConflictCheck,
  type ConflictFindings,
  type Party,
  type Side,
} from "#core/contacts/conflicts.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { PageLinks } from "../kit/page-links.tsx";
import { TextField } from "../kit/text-field.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { ConflictResult } from "./conflict-result.tsx";

type ChecksProps = { checks: ConflictCheck[]; hasMore: boolean; isFirst: boolean; mayMake: boolean };

export function ChecksPage({ checks, hasMore, isFirst, mayMake }: ChecksProps) {
  const place = useWorkspace();
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-180 px-5 pt-6 pb-20">
        <Link
          to={place.path("/contacts")}
          className="-ml-2 inline-flex h-9 items-center gap-2 rounded-lg px-2 text-ink-soft touch-target hover:bg-wash hover:text-ink [&_svg]:size-4"
        >
          <ArrowLeft aria-hidden="true" /> Contacts
        </Link>
        <h1 className="mt-2 font-serif text-display">Conflict checks</h1>
        <p className="mt-2 text-ink-soft text-pretty">
          Names are compared with contacts, the parties of projects, and the words of drafts and files, whatever their spelling.
          Matches you have no access to are counted, not shown.
        </p>
        {mayMake && isFirst && <NewCheck />}
        <section aria-label="Earlier checks" className="mt-10">
          <h2 className="group-label">Record</h2>
          {checks.length === 0 ? (
            <p className="mt-3 text-ink-soft">{isFirst ? "No checks yet. Each one is kept here." : "No more checks."}</p>
          ) : (
            <ul className="mt-2 divide-y divide-rule border-y border-rule">
              {checks.map((check) => (
                <Check key={check.id} check={check} />
              ))}
            </ul>
          )}
          <PageLinks
            first={isFirst ? null : place.path("/contacts/checks")}
            next={hasMore ? place.path(`/contacts/checks?before=${checks.at(-1)!.id}`) : null}
          />
        </section>
      </div>
    </main>
  );
}

const sideWords: Record<Side, string> = { client: "Client", counterparty: "Counterparty" };

function NewCheck() {
  const { revalidate } = useRevalidator();
  const [parties, setParties] = useState<Party[]>([
    { name: "", side: "client" },
    { name: "", side: "counterparty" },
  ]);
  const [found, setFound] = useState<ConflictFindings | null>(null);
  const [isPending, setPending] = useState(false);
  const named = parties.filter(({ name }) => name.trim() !== "");

  async function check(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    if (named.length === 0) return;
    setPending(true);
    try {
      setFound((await ask<{ found: ConflictFindings }>("/api/conflict-checks", { body: { parties: named } })).found);
      await revalidate();
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    } finally {
      setPending(false);
    }
  }
  const changed = (at: number, party: Party) => setParties(parties.map((one, here) => (here === at ? party : one)));
  return (
    <form onSubmit={(event) => void check(event)} className="mt-6 rounded-xl border border-rule bg-desk p-4.5">
      <div className="flex flex-col gap-3">
        {parties.map(({ name, side }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- they have no ids, and are only added at the end
          <div key={at} className="grid grid-cols-[1fr_auto] items-center gap-2 sm:grid-cols-[10rem_1fr_auto]">
            <select
              aria-label={`Side of party ${at + 1}`}
              value={side}
              onChange={(event) => changed(at, { name, side: event.currentTarget.value as Side })}
              className="h-10 rounded-lg border border-rule-strong bg-paper px-2.5 max-sm:col-span-2 max-sm:text-base pointer-coarse:h-11"
            >
              {Object.entries(sideWords).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <TextField
              label={`Name of party ${at + 1}`}
              hideLabel
              value={name}
              placeholder={side === "client" ? "Who you would act for" : "Who is on the other side"}
              maxLength={partyLimits.name}
              autoComplete="off"
              onChange={(event) => changed(at, { side, name: event.currentTarget.value })}
            />
            <IconButton
              label={`Remove party ${at + 1}`}
              icon={<X />}
              disabled={parties.length === 1}
              onClick={() => setParties(parties.filter((_, here) => here !== at))}
            />
          </div>
        ))}
      </div>
      <div className="mt-4 flex flex-wrap justify-between gap-2">
        <Button
          variant="quiet"
          disabled={parties.length >= partyLimits.parties}
          onClick={() => setParties([...parties, { name: "", side: "counterparty" }])}
        >
          <Plus /> Add a party
        </Button>
        <Button type="submit" variant="primary" pending={isPending} disabled={named.length === 0}>
          Check for conflicts
        </Button>
      </div>
      <div aria-live="polite">
        {found !== null && (
          <div className="mt-4 border-t border-rule pt-4">
            <ConflictResult found={found} />
          </div>
        )}
      </div>
    </form>
  );
}

function Check({ check: { at, by, project, parties, found } }: { check: ConflictCheck }) {
  const place = useWorkspace();
  return (
    <li className="py-3">
      <details className="group">
        <summary className="cursor-pointer list-none rounded-md">
          <span dir="auto" className="font-serif text-lg">
            {parties.map(({ name }) => name).join(" · ")}
          </span>
          <span className="block text-sm text-ink-soft">
            {outcomeOf(found)} · {day.format(new Date(at))}
            {by !== null && ` · ${by}`}
          </span>
        </summary>
        <div className="mt-3 pl-3">
          <p className="mb-3 text-sm text-ink-soft">
            {parties.map(({ name, side }) => `${sideWords[side]}: ${name}`).join(" · ")}
            {project !== null && (
              <>
                {" · for "}
                <Link to={place.path(`/vault/projects/${project.id}`)} className="text-blue underline underline-offset-4">
                  {project.name}
                </Link>
              </>
            )}
          </p>
          <ConflictResult found={found} />
        </div>
      </details>
    </li>
  );
}

/** The same on the server and in the browser. */
const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
