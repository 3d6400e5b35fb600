/*
 * Cuts a text before the first stop sequence, since not every provider supports them. A sequence
 * may arrive in pieces, so a suffix that could begin one is held back.
 */
export type StopSequences = {
  /** The text that may be shown so far; empty once a sequence was found. */
  pass(text: string): string;
  /** The held-back text that turned out not to be a sequence. */
  rest(): string;
  hasStopped(): boolean;
};

export function stopSequences(sequences: readonly string[]): StopSequences {
  let held = "";
  let isStopped = false;

  return {
    pass(text) {
      if (isStopped) return "";
      held += text;
      const found = firstOf(held, sequences);
      const pending = held.length - beginningAtEnd(held, sequences);
      // An incomplete one that started earlier may still be the first.
      if (found !== -1 && found <= pending) return stopAt(found);
      return take(pending);
    },
    rest() {
      if (isStopped) return "";
      const found = firstOf(held, sequences);
      return found === -1 ? take(held.length) : stopAt(found);
    },
    hasStopped: () => isStopped,
  };

  function stopAt(place: number): string {
    isStopped = true;
    return take(place);
  }

  function take(length: number): string {
    const taken = held.slice(0, length);
    held = held.slice(length);
    return taken;
  }
}

function firstOf(text: string, sequences: readonly string[]): number {
  const places = sequences.map((sequence) => text.indexOf(sequence)).filter((place) => place !== -1);
  return places.length === 0 ? -1 : Math.min(...places);
}

/** The length of the longest suffix that is a prefix of a sequence. */
function beginningAtEnd(text: string, sequences: readonly string[]): number {
  let longest = 0;
  for (const sequence of sequences)
    for (let length = Math.min(sequence.length - 1, text.length); length > longest; length--)
      if (text.endsWith(sequence.slice(0, length))) longest = length;
  return longest;
}
