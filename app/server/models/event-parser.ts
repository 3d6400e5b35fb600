/*
 * Parses server-sent events from bytes as they arrive. Every token passes through here, so it
 * makes one pass and never rescans: a line in a thousand pieces costs the same as a line in one.
 *
 * Only `data` is kept: every provider repeats the event's name inside it.
 */
import { StringDecoder } from "node:string_decoder";

export type EventParser = {
  /** False once an event exceeds the limit; parsing stops there. */
  push(chunk: Buffer): boolean;
  /** Ends the stream: an event without its closing empty line still counts. */
  end(): void;
  /** Lines that aren't part of an event stream, such as a proxy's HTML page. */
  strangeLines(): number;
};

const ourFields = /^(?:data|event|id|retry)?(?::|$)/;

export function createEventParser(onData: (data: string) => void, maxEventLength: number): EventParser {
  // Holds back bytes of a character split between chunks.
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let data: string | undefined;
  let strange = 0;
  let isFirst = true;

  function dispatch(): void {
    if (data === undefined) return;
    const whole = data;
    data = undefined;
    onData(whole);
  }

  function line(text: string, from: number, end: number): void {
    const to = end > from && text.charCodeAt(end - 1) === 13 ? end - 1 : end;
    if (to === from) return dispatch();
    if (text.startsWith("data:", from)) {
      const value = text.slice(text.charCodeAt(from + 5) === 32 ? from + 6 : from + 5, to);
      data = data === undefined ? value : `${data}\n${value}`;
    } else if (!ourFields.test(text.slice(from, Math.min(to, from + 6)))) strange++;
  }

  function lines(text: string): void {
    let at = text.indexOf("\n");
    if (at === -1) {
      rest += text;
      return;
    }
    let from = 0;
    if (rest !== "") {
      const first = rest + text.slice(0, at);
      rest = "";
      line(first, 0, first.length);
      from = at + 1;
      at = text.indexOf("\n", from);
    }
    for (; at !== -1; at = text.indexOf("\n", from)) {
      line(text, from, at);
      from = at + 1;
    }
    rest = from === text.length ? "" : text.slice(from);
  }

  return {
    push(chunk) {
      let text = decoder.write(chunk);
      if (isFirst && text !== "") {
        isFirst = false;
        if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
      }
      lines(text);
      return rest.length + (data?.length ?? 0) <= maxEventLength;
    },
    end() {
      const last = rest + decoder.end();
      rest = "";
      if (last !== "") line(last, 0, last.length);
      dispatch();
    },
    strangeLines: () => strange,
  };
}
