/*
 * Loads a folder of official files from one source. A file in an unexpected format is reported
 * with what it lacks, and the rest are loaded.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readEurLex } from "./forms/eur-lex.ts";
import { readGesetz } from "./forms/gesetze-im-internet.ts";
import { readLegislation } from "./forms/legislation-gov-uk.ts";
import { readNeuris } from "./forms/neuris.ts";
import { readRechtspraak } from "./forms/rechtspraak.ts";
import { readRows } from "./forms/rows.ts";
import { readSwedishBill } from "./forms/swedish-bill.ts";
import { readSwedishDecision } from "./forms/swedish-decision.ts";
import { readSwedishLaw } from "./forms/swedish-law.ts";
import { readWet } from "./forms/wetten.ts";
import { ShapeChanged, type LawAct } from "./law-act.ts";

export const lawForms = {
  eurlex: { read: readEurLex, files: /\.x?html?$/i },
  "swedish-law": { read: readSwedishLaw, files: /\.(?:json|xml)$/i },
  "swedish-bills": { read: readSwedishBill, files: /\.(?:json|xml)$/i },
  "swedish-courts": { read: readSwedishDecision, files: /\.json$/i },
  "legislation.gov.uk": { read: readLegislation, files: /\.xml$/i },
  wetten: { read: readWet, files: /\.xml$/i },
  rechtspraak: { read: readRechtspraak, files: /\.xml$/i },
  "gesetze-im-internet": { read: readGesetz, files: /\.xml$/i },
  neuris: { read: readNeuris, files: /\.json$/i },
  rows: { read: readRows, files: /\.jsonl$/i },
} as const satisfies Record<string, { read: (text: string, fileName: string) => LawAct[]; files: RegExp }>;

export type LawForm = keyof typeof lawForms;

export function isLawForm(name: string): name is LawForm {
  return Object.hasOwn(lawForms, name);
}

export async function readLawFolder(form: LawForm, folder: string): Promise<{ acts: LawAct[]; refused: string[] }> {
  const { read, files } = lawForms[form];
  const names = (await readdir(folder, { recursive: true })).filter((name) => files.test(name)).sort();
  const acts: LawAct[] = [];
  const refused: string[] = [];
  for (const name of names) {
    try {
      acts.push(...read(await readFile(join(folder, name), "utf8"), name));
    } catch (error) {
      if (!(error instanceof ShapeChanged) && !(error instanceof SyntaxError)) throw error;
      refused.push(`${name}: ${error.message}`);
    }
  }
  return { acts, refused };
}
