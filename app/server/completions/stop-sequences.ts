/*
 * Ends a text before the first of some sequences, whatever model writes it:
 * not every provider can be told where to stop. A sequence may arrive in
 * pieces, so an end of the text that could be its beginning is held back.
 */
export type StopSequences = {
  /** What may be shown of the text so far; empty from the sequence on. */
  pass(text: string): string;
  /** What was held back and turned out to be no sequence. */
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
      // One that began earlier, and is not complete yet, may still be the first.
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

/** How much of the end of the text is the beginning of a sequence. */
function beginningAtEnd(text: string, sequences: readonly string[]): number {
  let longest = 0;
  for (const sequence of sequences)
    for (let length = Math.min(sequence.length - 1, text.length); length > longest; length--)
      if (text.endsWith(sequence.slice(0, length))) longest = length;
  return longest;
}
