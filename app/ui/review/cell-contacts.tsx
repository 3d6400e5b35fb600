/* The parties an answer names, each as the contact it is here, or to become one. */
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { contactKinds, kindWords, noContact, type ContactKind } from "#core/contacts/contact.ts";
import { likelyKind } from "#core/contacts/likely-kind.ts";
import { namesAnswered } from "#core/review/find-parties.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";

type Match = { id: string; name: string };
type Known = { of: string; names: readonly string[]; matches: readonly (Match | null)[] };

export function CellContacts({ answer }: { answer: string }) {
  const place = useWorkspace();
  const [known, setKnown] = useState<Known | null>(null);
  const look = () => knownOf(answer).then((found) => found && setKnown(found));
  useEffect(() => {
    let isHere = true;
    void knownOf(answer).then((found) => isHere && found && setKnown(found));
    return () => void (isHere = false);
  }, [answer]);
  async function add(name: string, kind: ContactKind) {
    try {
      const { id } = await ask<{ id: string }>("/api/contacts", { body: { ...noContact, kind, name } });
      const undo = () => void ask(`/api/contacts/${id}`, { method: "DELETE" }).then(look, showProblem);
      showToast({ kind: "success", text: `“${name}” added to contacts`, action: { label: "Undo", run: undo } });
      await look();
    } catch (error) {
      showProblem(error);
    }
  }
  if (known === null || known.of !== answer) return null;
  return (
    <section aria-label="Contacts" className="flex flex-col gap-1.5">
      <h3 className="group-label">Contacts</h3>
      <ul className="flex flex-col gap-1">
        {known.names.map((name, at) => {
          const match = known.matches[at];
          return (
            <li key={name} className="flex min-h-8 items-center gap-2">
              {match ? (
                <Link
                  to={place.path(`/contacts/${match.id}`)}
                  dir="auto"
                  className="min-w-0 truncate text-blue underline underline-offset-2"
                >
                  {match.name}
                </Link>
              ) : (
                <Unknown name={name} onAdd={(kind) => void add(name, kind)} />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What its form says that it is, to be corrected before it is added. */
function Unknown({ name, onAdd }: { name: string; onAdd: (kind: ContactKind) => void }) {
  const [kind, setKind] = useState(() => likelyKind(name));
  return (
    <>
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {name}
      </span>
      <select
        aria-label={`Kind of ${name}`}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as ContactKind)}
        className="h-8 shrink-0 rounded-lg border border-rule-strong bg-paper px-1.5 text-sm pointer-coarse:h-11"
      >
        {contactKinds.map((one) => (
          <option key={one} value={one}>
            {kindWords[one]}
          </option>
        ))}
      </select>
      <Button size="small" variant="quiet" aria-label={`Add ${name} to contacts`} onClick={() => onAdd(kind)}>
        <Plus /> Add
      </Button>
    </>
  );
}

/** Null if it names none, or they can't be read now: the answer is read without them. */
async function knownOf(answer: string): Promise<Known | null> {
  const names = namesAnswered(answer);
  if (names.length === 0) return null;
  try {
    const { matches } = await ask<{ matches: Known["matches"] }>("/api/contacts/matches", { body: { names } });
    return { of: answer, names, matches };
  } catch {
    return null;
  }
}

function showProblem(error: unknown): void {
  showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
}
