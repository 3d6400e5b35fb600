/*
 * What every source of law can be asked, whatever interface stands behind it:
 * who it is, what a text names of it, what it finds by words, the document
 * itself, and whether what is stored is still its text. What comes back are
 * acts as the loader of files reads them, so that a citation looks alike
 * whichever way its law came in.
 */
import type { LawAct } from "../law-act.ts";

export type LawSourceId =
  | "eurlex"
  | "swedish-law"
  | "legislation.gov.uk"
  | "wetten"
  | "rechtspraak"
  | "gesetze-im-internet"
  | "edgar";

export type ConnectorDescription = {
  id: LawSourceId;
  /** As people call it: "EUR-Lex". */
  name: string;
  jurisdiction: string;
  /** Where people read it. */
  home: string;
  licence: string;
  /** The setting without which it may not be asked, when that is missing. */
  needs: string | null;
  /** What was published once is never another text. */
  isFinal?: boolean;
};

/** A document of a source. */
export type Reference = {
  source: LawSourceId;
  /** The source's own name for it (32016R0679, 1982:80, ukpga/2018/12), or what it can look that up by. */
  key: string;
  /** In sentences: "Data Protection Act 2018". */
  label: string;
  /** By which a stored act is recognised as this one. */
  actId?: string;
  names: string[];
  /** The same act in the language that is taken where it is not to be had in this one. */
  instead?: { key: string; actId: string };
  /** Words that may be a title and may be none: nothing is said where there is no such document. */
  isGuess?: boolean;
  /** Means another document as time goes by: the newest report of a company. */
  isNewest?: boolean;
};

/** Where a stored text came from; kept with it. */
export type Provenance = {
  url: string;
  fetchedAt: Date;
  etag: string | null;
  lastModified: string | null;
  sha256: string;
};

export type Opened = { key: string; acts: LawAct[]; provenance: Provenance };

/** What is known of a document that was fetched before. */
export type Known = Provenance & { key: string };

export type Connector = {
  describe(): ConnectorDescription;
  /** What a text cites of this source. Asks nobody. */
  named(text: string): Reference[];
  /** What may bear on a question, the most likely first. */
  search(question: string, signal: AbortSignal): Promise<Reference[]>;
  open(reference: Reference, signal: AbortSignal): Promise<Opened>;
  /** Null: what is stored is still the text. */
  refresh(known: Known, signal: AbortSignal): Promise<Opened | null>;
};

/** `failing` is there, and gives no answer that can be used; `resting` was one of the two a moment ago and has not been asked. */
export type SourceFault = "unreachable" | "failing" | "resting" | "pause" | "not-there" | "refused" | "changed" | "off";

/** Why a source gave nothing, in a sentence that goes on from its name: "could not be reached". */
export class SourceProblem extends Error {
  readonly fault: SourceFault;
  /** Of one that is resting: why. */
  readonly before: SourceFault | null;

  constructor(fault: SourceFault, message: string, before: SourceFault | null = null) {
    super(message);
    this.fault = fault;
    this.before = before;
  }
}
