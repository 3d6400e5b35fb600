/** A source, and sentences about it that were judged by reading them, before the checker saw them. */
export type Attacks = {
  source: string;
  rows: {
    true: readonly string[];
    /** True, but turned so far round that the rules cannot tell: in doubt, and never called false. */
    doubted?: readonly string[];
    false: readonly string[];
  };
};
