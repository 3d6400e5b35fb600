/* What people change in a list of pseudonyms, and the list as it is shown to them. */
import { z } from "zod";
import { formSchema, foundKinds, mostEntries, nameKinds, type Entry, type EntryKind, type PseudonymList } from "./entry.ts";
import { foundKey, nameKey, wordsOf } from "./name-rules.ts";

const kinds = [...nameKinds, ...foundKinds] as const;
export const mostForms = 12;
const newEntrySchema = z.strictObject({ kind: z.enum(kinds), forms: z.array(formSchema).min(1).max(mostForms) });

/** One change at a time. */
export const listChangeSchema = z.union([
  z.strictObject({ isOn: z.boolean() }),
  z.strictObject({ add: newEntrySchema }),
  z.strictObject({ change: newEntrySchema.partial().extend({ id: z.uuid(), isSentAsIs: z.boolean().optional() }) }),
  z.strictObject({ remove: z.uuid() }),
]);
export type ListChange = z.infer<typeof listChangeSchema>;

/** Whether it only has more replaced. */
export function onlyConceals(change: ListChange): boolean {
  return "add" in change;
}

/** `code` is null until it has been sent. */
export type ShownEntry = Entry & { code: string | null };
export type ShownList = {
  isOn: boolean;
  /** The organization’s list applies here, whether this one is on or not. */
  isOnAbove: boolean;
  mayReveal: boolean;
  mayConceal: boolean;
  entries: ShownEntry[];
};

export const kindNames: Record<EntryKind, string> = {
  person: "Person",
  organization: "Organization",
  other: "Other name",
  email: "Email",
  phone: "Telephone",
  account: "Account",
  id: "Identity number",
  address: "Address",
};

/** Null if there is no such entry, or no room. */
export function changedEntries(
  entries: readonly Entry[],
  change: Exclude<ListChange, { isOn: boolean }>,
  newId: () => string,
): Entry[] | null {
  if ("remove" in change)
    return entries.some(({ id }) => id === change.remove) ? entries.filter(({ id }) => id !== change.remove) : null;
  if ("change" in change) {
    const { id, kind, forms, isSentAsIs } = change.change;
    if (!entries.some((entry) => entry.id === id)) return null;
    const given = { ...(kind && { kind }), ...(forms && { forms }), ...(isSentAsIs !== undefined && { isSentAsIs }) };
    return entries.map((entry) => (entry.id === id ? Object.assign({}, entry, given) : entry));
  }
  const { kind, forms } = change.add;
  const known = entries.find(
    (entry) => entry.kind === kind && entry.forms.some((form) => forms.some((one) => isSame(kind, form, one))),
  );
  if (known !== undefined) {
    const all = [...known.forms, ...forms.filter((form) => !known.forms.includes(form))].slice(0, mostForms);
    return entries.map((entry) => (entry === known ? { ...entry, forms: all, isSentAsIs: false } : entry));
  }
  if (entries.length >= mostEntries) return null;
  return [...entries, { id: newId(), kind, forms, isFound: false, isSentAsIs: false }];
}

const isSame = (kind: EntryKind, one: string, other: string) => foundKey(kind, one) === foundKey(kind, other);

/** Names are replaced word by word, so that theirs is a row of codes. */
export function shownEntries({ entries, codes }: PseudonymList): ShownEntry[] {
  const byKey = new Map(
    codes.map(({ code, kind, forms }) => [`${kind === "word" ? "w:" : ""}${keyFor(kind as EntryKind, forms[0]!)}`, code]),
  );
  return entries.map((entry) => {
    const whole = byKey.get(keyFor(entry.kind, entry.forms[0]!));
    const parts = wordsOf(entry.forms[0]!).flatMap(({ text }) => byKey.get(nameKey(text)) ?? []);
    const code = whole ?? (parts.length === 0 ? null : parts.map((part) => part[0]!.toUpperCase() + part.slice(1)).join(" "));
    return { ...entry, code };
  });
}

function keyFor(kind: EntryKind, form: string): string {
  const isName = (nameKinds as readonly string[]).includes(kind);
  return isName
    ? nameKey(
        wordsOf(form)
          .map(({ text }) => text)
          .join(" "),
      )
    : foundKey(kind, form);
}
