/**
 * A request body member left as JSON text (`asText` in address-rules.ts),
 * parsed by the worker thread that uses it: posting a tree between threads
 * costs more than parsing it.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
