/*
 * The interface of every source of law: its description, the references it recognizes in a text,
 * search, fetching a document, and checking whether stored text is current. Results are acts as
 * the file loader produces them, so citations look the same however the law was obtained.
 */
import type { LawAct } from "../law-act.ts";

export type LawSourceId =
  | "eurlex"
  | "swedish-law"
  | "swedish-courts"
  | "swedish-bills"
  | "legislation.gov.uk"
  | "wetten"
  | "rechtspraak"
  | "gesetze-im-internet"
  | "neuris"
  | "edgar";

export type ConnectorDescription = {
  id: LawSourceId;
  /** Display name, such as "EUR-Lex". */
  name: string;
  jurisdiction: string;
  /** The source's website. */
  home: string;
  licence: string;
  /** The setting required to use it, if that is missing. */
  needs: string | null;
  /** Published documents never change. */
  isFinal?: boolean;
};

/** A document of a source. */
export type Reference = {
  source: LawSourceId;
  /** The source's own id (32016R0679, 1982:80, ukpga/2018/12), or something it can look up. */
  key: string;
  /** For use in sentences: "Data Protection Act 2018". */
  label: string;
  /** Identifies this act among the stored ones. */
  actId?: string;
  names: string[];
  /** The same act in the fallback language, if it isn't available in this one. */
  instead?: { key: string; actId: string };
  /** The words may not be a title at all: nothing is reported if there is no such document. */
  isGuess?: boolean;
  /** Refers to a different document over time, such as a company's newest report. */
  isNewest?: boolean;
};

/** Where a stored text came from; stored with it. */
export type Provenance = {
  url: string;
  fetchedAt: Date;
  etag: string | null;
  lastModified: string | null;
  sha256: string;
};

export type Opened = { key: string; acts: LawAct[]; provenance: Provenance };

/** What is known of a previously fetched document. */
export type Known = Provenance & { key: string };

export type Connector = {
  describe(): ConnectorDescription;
  /** The references to this source in a text. Makes no requests. */
  named(text: string): Reference[];
  /** Documents that may be relevant to a question, most likely first. */
  search(question: string, signal: AbortSignal): Promise<Reference[]>;
  open(reference: Reference, signal: AbortSignal): Promise<Opened>;
  /** Null: the stored text is still current. */
  refresh(known: Known, signal: AbortSignal): Promise<Opened | null>;
};

/** `failing`: reachable, but without a usable response; `resting`: recently one of the two, and not asked again yet. */
export type SourceFault = "unreachable" | "failing" | "resting" | "pause" | "not-there" | "refused" | "changed" | "off";

/** Why a source returned nothing, as a phrase that follows its name: "could not be reached". */
export class SourceProblem extends Error {
  readonly fault: SourceFault;
  /** For a resting source: the original fault. */
  readonly before: SourceFault | null;

  constructor(fault: SourceFault, message: string, before: SourceFault | null = null) {
    super(message);
    this.fault = fault;
    this.before = before;
  }
}
