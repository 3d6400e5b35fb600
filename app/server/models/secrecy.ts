/*
 * What is replaced on the way to a model and put back on the way from it. A model is reached only with one of these
 * (`Models.find`), so that no request can leave without its place having been named.
 */
import { randomInt } from "node:crypto";
import { Pseudonyms } from "#core/pseudonyms/pseudonyms.ts";
import { theServer } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { appliedLists, growLists, type AppliedList, type Place } from "../data/pseudonyms/pseudonym-lists.ts";
import type { Db } from "../db/database.ts";

export type Secrecy = {
  /** Whether anything is replaced at present. */
  isOn(): Promise<boolean>;
  /** What these texts, and no others, are sent with; null if nothing is replaced. What is new in them has been stored. */
  open(texts: readonly string[]): Promise<Pseudonyms | null>;
};

/** For texts that are nobody's: what Stet itself wrote, and published law. */
export const nothingSecret: Secrecy = { isOn: async () => false, open: async () => null };

const random = () => randomInt(2 ** 32) / 2 ** 32;
/** Others add to the same list at the same time, rarely more than once. */
const tries = 20;

/** `just`: the lists of the place as they were read a moment ago. They serve until a text has been sent with them. */
export function secrecyAt(db: Db, place: Place | (() => Promise<Place>), just: AppliedList[] | null = null): Secrecy {
  let known: Promise<Place> | null = null;
  const placed = () => (known ??= typeof place === "function" ? place() : Promise.resolve(place));
  const read = async () => just ?? (await appliedLists(theServer, db, await placed()));
  return {
    isOn: async () => (await read()).length > 0,
    async open(texts) {
      for (let attempt = 1; attempt <= tries; attempt++) {
        const lists = await read();
        just = null;
        if (lists.length === 0) return null;
        const names = new Pseudonyms(lists, { random, newId: uuidv7 });
        names.avoid(texts);
        for (const text of texts) names.replace(text);
        if (names.changed.size === 0) return names;
        const grown = lists.flatMap(({ scope, version }) => {
          const one = names.lists.find((list) => list.scope === scope);
          return one !== undefined && names.changed.has(scope) ? [{ scope, version, list: one.list }] : [];
        });
        if (await growLists(theServer, db, await placed(), grown)) {
          names.changed.clear();
          return names;
        }
      }
      throw new Error(`A list of pseudonyms changed ${tries} times while a text was read.`);
    },
  };
}
