/**
 * Streams bytes as they are produced, at the reader's pace. An error breaks the stream, so that a
 * partial file isn't mistaken for a complete one.
 */
export function streamOf(chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, undefined>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

export async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}
