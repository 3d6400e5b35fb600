/*
 * Reads server-sent events from text as it arrives, a provider's or our own. Every token passes through here, so it makes
 * one pass and never rescans: a line in a thousand pieces costs the same as a line in one.
 *
 * The event's name is not kept: every provider repeats it inside the data, and our own events have none.
 */
export type EventReader = {
  /** Decoded text. False once `onEvent` has returned false or an event exceeds the limit; reading stops there. */
  push(text: string): boolean;
  /** Ends the stream: an event without its closing empty line still counts. */
  end(): void;
  /** Lines that aren't part of an event stream, such as a proxy's HTML page. */
  strangeLines(): number;
};

const ourFields = /^(?:data|event|id|retry)?(?::|$)/;

/** `id` is null for an event without one and for those that are no whole number. `maxLength` is in characters. */
export function createEventReader(onEvent: (data: string, id: number | null) => boolean | void, maxLength = Infinity): EventReader {
  let rest = "";
  let data: string | undefined;
  let id: number | null = null;
  let strange = 0;
  let isFirst = true;
  let isWanted = true;

  function dispatch(): void {
    const [whole, its] = [data, id];
    data = undefined;
    id = null;
    if (whole !== undefined && onEvent(whole, its) === false) isWanted = false;
  }

  function line(text: string, from: number, end: number): void {
    const to = end > from && text.charCodeAt(end - 1) === 13 ? end - 1 : end;
    if (to === from) return dispatch();
    if (text.startsWith("data:", from)) {
      const value = text.slice(text.charCodeAt(from + 5) === 32 ? from + 6 : from + 5, to);
      data = data === undefined ? value : `${data}\n${value}`;
    } else if (text.startsWith("id:", from)) {
      const number = Number(text.slice(from + 3, to));
      id = Number.isInteger(number) ? number : null;
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
      if (!isWanted) break;
    }
    rest = text.slice(from);
  }

  return {
    push(text) {
      if (!isWanted) return false;
      const isMarked = isFirst && text.charCodeAt(0) === 0xfeff;
      if (text !== "") isFirst = false;
      lines(isMarked ? text.slice(1) : text);
      return isWanted && rest.length + (data?.length ?? 0) <= maxLength;
    },
    end() {
      if (rest !== "") line(rest, 0, rest.length);
      rest = "";
      dispatch();
    },
    strangeLines: () => strange,
  };
}
