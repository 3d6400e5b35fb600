/**
 * A member of a request's body that is left as JSON text (`asText` in
 * address-rules.ts): the thread that works on it parses it. A tree costs more
 * to hand from thread to thread than it costs to parse.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
