/*
 * What a text of each kind needs to be told, as fields under the composer. A field is a line of the question itself,
 * "Readers: students": so what is filled in is kept, seen and sent as the question is, and both can be edited.
 */
export type TypeField = { label: string; hint: string };

const readers = { label: "Readers", hint: "Who will read it" };
const length = (hint: string) => ({ label: "Length", hint });

const fields: Record<string, readonly TypeField[]> = {
  essay: [{ label: "Thesis", hint: "What you want to show" }, readers, length("1,200 words")],
  article: [{ label: "Sources", hint: "Who says so" }, { label: "Publication", hint: "Where it will appear" }, length("600 words")],
  newsletter: [
    { label: "Subscribers", hint: "Who gets it" },
    { label: "Items", hint: "What is new" },
    { label: "Action", hint: "What to do now" },
  ],
  "blog-post": [{ label: "Question", hint: "What readers search for" }, readers, length("800 words")],
  "press-release": [
    { label: "Company", hint: "Who announces it" },
    { label: "Quotation", hint: "Whose words, and position" },
    { label: "Release date", hint: "When it may be printed" },
  ],
  contract: [
    { label: "Parties", hint: "Names and places" },
    { label: "Law", hint: "Which country’s" },
    { label: "Acting for", hint: "Which party" },
  ],
  "legal-memo": [
    { label: "Client", hint: "Whom it advises" },
    { label: "Law", hint: "Which country’s" },
    { label: "As of", hint: "On which day" },
  ],
  "legal-letter": [
    { label: "To", hint: "Who gets it" },
    { label: "Client", hint: "On whose behalf" },
    { label: "Deadline", hint: "By which day" },
  ],
  policy: [
    { label: "Organization", hint: "Whose policy" },
    { label: "Applies to", hint: "Whom it binds" },
    { label: "Law", hint: "Which country’s" },
  ],
};

export function fieldsOf(type: string): readonly TypeField[] {
  return fields[type] ?? [];
}

/** What the question says in that field's line. */
export function fieldIn(question: string, label: string): string {
  const line = question.split("\n").find((one) => one.startsWith(`${label}:`)) ?? "";
  return line.slice(label.length + 1).trimStart();
}

/** The question with that line changed; added below the words if there is none, and taken out if nothing is left in it. */
export function withField(question: string, label: string, value: string): string {
  const oneLine = value
    .split("\n")
    .map((part, at) => (at === 0 ? part : part.trimStart()))
    .join(" ");
  const line = `${label}: ${oneLine}`;
  const lines = question.split("\n");
  const at = lines.findIndex((one) => one.startsWith(`${label}:`));
  if (at === -1) return value === "" ? question : added(question.trimEnd(), line);
  if (value !== "") return lines.with(at, line).join("\n");
  const left = lines.toSpliced(at, 1).join("\n");
  return at === lines.length - 1 ? left.trimEnd() : left;
}

/** Lines of fields stand together, below the words. */
function added(words: string, line: string): string {
  if (words === "") return line;
  const last = words.slice(words.lastIndexOf("\n") + 1);
  const isField = Object.values(fields).some((ofType) => ofType.some(({ label }) => last.startsWith(`${label}: `)));
  return `${words}${isField ? "\n" : "\n\n"}${line}`;
}
