/* What this contact is to others, and they to it: added, removed, and brought back. */
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Link, useRevalidator } from "react-router";
import type { ContactSummary } from "#core/contacts/contact.ts";
import { relationSides, relationWords, type ContactRelation } from "#core/contacts/relation.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { late } from "../kit/late.ts";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";

// The rest is not needed to read the page.
const AddRelation = late(() => import("./add-relation.tsx")).part("AddRelation");

type RelationsProps = { id: string; name: string; relations: readonly ContactRelation[] };

export function Relations({ id, name, relations }: RelationsProps) {
  const { revalidate } = useRevalidator();
  const [isAdding, setAdding] = useState(false);
  const set = async (relationId: string, isRemoved: boolean) => {
    await ask(`/api/contacts/${id}/relations/${relationId}`, { method: "PATCH", body: { isRemoved } });
    await revalidate();
  };
  const attempt = (work: Promise<void>) =>
    void work.catch((error: unknown) => showToast({ kind: "error", text: sentenceOf(problemIn(error)) }));
  async function remove(relation: ContactRelation) {
    await set(relation.id, true);
    const undo = () => attempt(set(relation.id, false));
    const text = `No longer “${relationWords(relation)} ${relation.other.name}”`;
    showToast({ kind: "success", text, action: { label: "Undo", run: undo } });
  }
  async function add(other: ContactSummary, side: (typeof relationSides)[number]) {
    setAdding(false);
    const { kind, isFrom } = side;
    const added = await ask<{ id: string }>(`/api/contacts/${id}/relations`, { body: { kind, isFrom, otherId: other.id } });
    await revalidate();
    const undo = () => attempt(set(added.id, true));
    const text = `${relationWords(side)} ${other.name}: added`;
    showToast({ kind: "success", text, action: { label: "Undo", run: undo } });
  }
  return (
    <section aria-label="Relations" className="mt-10">
      <div className="flex items-center justify-between gap-3">
        <h2 className="group-label">Relations</h2>
        <Button size="small" variant="quiet" onClick={() => setAdding(true)}>
          <Plus /> Add a relation
        </Button>
      </div>
      {relations.length > 0 && (
        <ul className="mt-2 divide-y divide-rule border-y border-rule">
          {relations.map((relation) => (
            <RelationRow key={relation.id} relation={relation} onRemove={() => attempt(remove(relation))} />
          ))}
        </ul>
      )}
      {isAdding && (
        <AddRelation id={id} name={name} onClose={() => setAdding(false)} onAdd={(other, side) => attempt(add(other, side))} />
      )}
    </section>
  );
}

function RelationRow({ relation, onRemove }: { relation: ContactRelation; onRemove: () => void }) {
  const place = useWorkspace();
  const words = relationWords(relation);
  const { id, name } = relation.other;
  return (
    <li className="flex items-center justify-between gap-3 py-1.5">
      <span className="min-w-0">
        {words}{" "}
        <Link to={place.path(`/contacts/${id}`)} dir="auto" className="text-blue underline underline-offset-2">
          {name}
        </Link>
      </span>
      <IconButton label={`Remove “${words} ${name}”`} icon={<X />} onClick={onRemove} />
    </li>
  );
}
