/** What a thing has to do with its sentence: paid to the landlord, or by the landlord. */
export type Relation = "to" | "by" | "against" | "for" | "over" | "under" | "since" | "until";

export type SignKind =
  | "content"
  | "figure"
  | "ordinal"
  | "negation"
  | "force"
  | "bound"
  | "quantity"
  | "order"
  | "pole"
  | "role"
  | "prompt"
  | "exception"
  | "unit"
  | "reference";

export type Sign = {
  kind: SignKind;
  /** Equal for signs with the same meaning. */
  key: string;
  /** As written. */
  text: string;
  /** Where it begins in its text. */
  start: number;
  /** The clause, counted from 0; clauses end at commas, brackets and full stops. */
  clause: number;
  /** The statement, counted from 0; these end at full stops and semicolons. */
  statement: number;
  /** Of an item of a list: the clause of its lead-in, "This section does not apply to (a) …". */
  lead?: number;
  /** Of an item of a list: which one. */
  item?: number;
  /** "A year": may be one or each. */
  isArticle?: boolean;
  /** Written with a capital where other nouns of its text are not: "Paris". */
  isName?: boolean;
  /** Of a passive verb: where its auxiliary begins. */
  passiveBy?: number;
  /** Of a party, the small words in front of it: "by the". */
  led?: string;
  /** What it has to do with its sentence: paid "to" the landlord. */
  relation?: Relation;
  /** Of a reference: the 7 of "5 to 7". */
  isRangeEnd?: boolean;
  /** The word that joins it to what is before it. */
  joined?: "and" | "or";
  /** The text begins with words that introduce a source or a case: "According to the lease". */
  isOpening?: boolean;
  /** Of a figure, the number as it is said: the 16 of "16 years". */
  count?: string;
  /** What an expression denies: "without delay" has "delay". */
  inside?: readonly string[];
};
