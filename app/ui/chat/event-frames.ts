/*
 * Parses server-sent events from a byte stream that may be split anywhere. Only the
 * unfinished line and frame are kept between chunks, so a frame's cost does not
 * grow with the length of the answer.
 */
export type Frame = { id: number | null; data: string };

/** Returns a function to feed with decoded text; `onFrame` may return false to ignore everything that follows. */
export function frameReader(onFrame: (frame: Frame) => boolean | void): (chunk: string) => boolean {
  let rest = "";
  let id: number | null = null;
  let data: string | null = null;
  let wanted = true;

  function readLine(line: string): void {
    if (line === "") {
      if (data !== null && onFrame({ id, data }) === false) wanted = false;
      id = null;
      data = null;
    } else if (line.startsWith("data:")) {
      const value = line.slice(line.charCodeAt(5) === 32 ? 6 : 5);
      data = data === null ? value : `${data}\n${value}`;
    } else if (line.startsWith("id:")) {
      const number = Number(line.slice(3));
      id = Number.isInteger(number) ? number : null;
    }
    // Anything else is a comment (the server's heartbeat) or a field we do not use.
  }

  return function feed(chunk) {
    const text = rest + chunk;
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1 && wanted; end = text.indexOf("\n", start)) {
      readLine(text.slice(start, text.charCodeAt(end - 1) === 13 && end > start ? end - 1 : end));
      start = end + 1;
    }
    rest = text.slice(start);
    return wanted;
  };
}
