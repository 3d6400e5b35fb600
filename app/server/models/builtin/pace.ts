/*
 * Emits text in word-sized pieces at a readable rate. It follows the clock: a late timer emits
 * everything due, so a busy process doesn't slow it down. Long texts go faster, so that none takes
 * more than a few seconds.
 */
const tickMs = 10;
const longestSeconds = 6;

/** Words with trailing white space; longer runs are split every 24 characters. */
export function inPieces(text: string): string[] {
  return text.match(/\s*\S{1,24}(?:(?<=\S)\s+(?=$))?|\s+$/gu) ?? [];
}

/** Resolves to false, immediately, if the signal is aborted before the end. */
export function paced(
  pieces: readonly string[],
  perSecond: number,
  signal: AbortSignal,
  emit: (piece: string) => void,
): Promise<boolean> {
  const rate = perSecond === 0 ? Infinity : Math.max(perSecond, pieces.length / longestSeconds);
  const start = performance.now();
  let sent = 0;
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (whole: boolean) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve(whole);
    };
    const stop = () => end(false);
    const tick = () => {
      const due = Math.min(
        pieces.length,
        rate === Infinity ? pieces.length : Math.floor(((performance.now() - start) / 1000) * rate) + 1,
      );
      while (sent < due && !signal.aborted) emit(pieces[sent++]!);
      if (signal.aborted) return end(false);
      if (sent === pieces.length) return end(true);
      timer = setTimeout(tick, tickMs);
    };
    signal.addEventListener("abort", stop, { once: true });
    tick();
  });
}
