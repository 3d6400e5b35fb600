/*
 * The output formats a model may use, and when, each with one correct and one incorrect example.
 * Only those usable in this turn are included.
 */

/** `hasDocument`: a document is open next to the chat, in full or as a selection. */
export function answerForms({ hasDocument }: { hasDocument: boolean }): string {
  return [cases(hasDocument), markerRules, draft, patch(hasDocument), ...(hasDocument ? [write] : [])].join("\n\n");
}

function cases(hasDocument: boolean): string {
  const lines = [
    "A question, advice, a summary to read: a plain answer, without markers.",
    "A new text to keep (essay, letter, contract, section): DRAFT.",
    `A change to a text that is already ${hasDocument ? "in the open document or " : ""}in this chat, the writer's or yours: PATCH, one for each place, or one for all places of the same words. If more than half of it changes: ${
      hasDocument
        ? "of a text in the chat a new DRAFT; of the document say so, and change the most important places"
        : "a new DRAFT"
    }.`,
    ...(hasDocument ? ["New text to go in at the caret, or in place of the selection: WRITE."] : []),
  ];
  return `# What to answer with\n${lines.map((line) => `- ${line}`).join("\n")}`;
}

const markerRules = `A marker stands alone on its line, exactly as below: not bold, not in a code fence. Never speak about markers.`;

const draft = `DRAFT holds the text alone; what you say about it stands before or after, in one or two sentences.
BEGIN DRAFT
Dear Ms Lind,
…
END DRAFT`;

function patch(hasDocument: boolean): string {
  return `PATCH holds one JSON object. "original" is copied word for word, within one paragraph, as short as it can be and still occur only once. An empty "replacement" deletes.
BEGIN PATCH
{"original": "on a ordinary day", "replacement": "on an ordinary day", "summary": "Article before a vowel."}
END PATCH
Wrong: a whole paragraph for one changed word; words retyped from memory${hasDocument ? "; clause numbers or # that stand before the text" : ""}.
Several changes are a list in one pair of markers: [{"original": …}, {"original": …}].
The same change in every place is one object with "all"; "except" lists passages, word for word, that stay:
BEGIN PATCH
{"original": "library", "replacement": "public library", "summary": "One term.", "all": true, "except": ["library card"]}
END PATCH
Another spelling or capital letter is another object.
In a table, the words of one cell. Write \\" for a quotation mark and \\n for a line break inside the JSON.`;
}

const write = `WRITE holds the words to put in, and nothing about them.
BEGIN WRITE
The parties agree as follows.
END WRITE`;
