/* Reads a transcript back from the file: what a person would see, copy and click. */
import { expect, test } from "vitest";
import { getDocumentProxy, extractText } from "unpdf";
import type { ThreadMessage } from "#core/chat/message.ts";
import { renderPdf } from "./pdf.ts";
import { transcriptName, transcriptOf } from "./transcript.ts";

const exportedAt = new Date("2026-11-20T12:00:00Z");

function message(role: "user" | "assistant", content: string, rest: Partial<ThreadMessage> = {}): ThreadMessage {
  return { id: "m", role, content, createdAt: "2026-11-20T10:05:00Z", parts: [], seq: 1, parentId: null, versions: [], ...rest };
}

async function read(messages: ThreadMessage[], title = "Lease of 14 Canal Street") {
  const pdf = await getDocumentProxy((await renderPdf(null, transcriptOf({ title, messages, exportedAt }))).bytes);
  const { text } = await extractText(pdf, { mergePages: true });
  return { pdf, text: text.replaceAll(/\s+/g, " ") };
}

test("it is named by its day", () => expect(transcriptName(exportedAt)).toBe("legal-transcript-2026-11-20.pdf"));

test("letters of many languages are text, in fonts that are inside", async () => {
  const words = "åäö Straße łódź “quoted” ‘so’ – § € αβγ Кириллица";
  const { pdf, text } = await read([message("user", "Say it."), message("assistant", `It says **${words}** and *${words}*.`)]);
  expect(text.split(words)).toHaveLength(3);
  const page = await pdf.getPage(1);
  expect(page.view.map(Math.round)).toEqual([0, 0, 595, 842]);
  expect((await pdf.getMetadata()).info).toMatchObject({ Title: "Lease of 14 Canal Street" });
});

test("questions and headings are bookmarks, headings under their question", async () => {
  const { pdf } = await read([
    message("user", "What is the\nnotice period?"),
    message("assistant", "# Notice\n\nThree months.\n\n## Form\n\nIn writing."),
  ]);
  const outline = await pdf.getOutline();
  expect(outline.map(({ title, items }) => [title, items.map((item: { title: string }) => item.title)])).toEqual([
    ["What is the notice period?", ["Notice", "Form"]],
  ]);
});

test("the sources carry their identifiers and dates, and whether what was cited is in them", async () => {
  const sources = [
    {
      id: "BJNR004990951:1",
      type: "edgar" as const,
      name: "BJNR004990951:1",
      displayName: "§ 1 KSchG",
      number: 1,
      metadata: { ref: "BJNR004990951:1", version: "2026-03-01", inForce: "1951-08-14" },
      cited: [
        { claim: "x", verdict: "verified" as const, words: "Die Kündigung ist unwirksam." },
        { claim: "y", verdict: "not-found" as const },
      ],
    },
  ];
  const { text } = await read([message("user", "Why?"), message("assistant", "So [[1]], and so [[1]].", { sources })]);
  expect(text).toContain("§ 1 KSchG BJNR004990951:1 in force since 1951-08-14, text in force on 2026-03-01");
  expect(text).toContain("So [1], and so [1] (not found in the source).");
  expect(text).toContain("verified: “Die Kündigung ist unwirksam.” not found in the source");
});

test("a citation leads to its source, which is listed and can be opened", async () => {
  const sources = [
    { id: "a", type: "web" as const, name: "Hyreslagen", description: "https://www.riksdagen.se/hyra", number: 1, content: "" },
    { id: "b", type: "file" as const, name: "SFS_1970_994 Jordabalk", number: 2, content: "" },
    { id: "c", type: "file" as const, name: "Secret", number: 3, content: "", hidden: true },
  ];
  const { pdf, text } = await read([
    message("user", "Why?"),
    message("assistant", "Because [[1]][[2]] and `[[1]]` and [[9]].", { sources }),
  ]);
  expect(text).toContain("Because [1][2] and [[1]] and [9] (no source).");
  expect(text).toMatch(/Sources \[1\] ?Hyreslagen +riksdagen\.se \[2\] ?\(994:1970\) Jordabalk/);
  expect(text).not.toContain("Secret");
  const links = (await (await pdf.getPage(1)).getAnnotations()) as { url?: string; dest?: string }[];
  expect(links.map(({ url, dest }) => url ?? dest)).toEqual(
    expect.arrayContaining(["https://www.riksdagen.se/hyra", "source-1-1", "source-1-2"]),
  );
  const names = await pdf.getDestinations();
  expect(Object.keys(names)).toEqual(expect.arrayContaining(["source-1-1", "source-1-2"]));
});

test("drafts and changes are shown for what they are; reasoning and machinery are not", async () => {
  const answer = [
    "<think>Nobody reads this.</think>",
    "Here it is.",
    "BEGIN DRAFT",
    "Dear Madam, the rent is due.",
    "END DRAFT",
    "BEGIN PATCH",
    '{"original":"The tenant shall pay the rent promptly","replacement":"The tenant shall pay the rent in advance","summary":"Says when"}',
    "END PATCH",
  ].join("\n");
  const run = { id: "r", status: "stopped" as const, model: "gpt-5", lastSeq: 1 };
  const { text } = await read([message("user", "Write."), message("assistant", answer, { run })]);
  expect(text).toContain("Stet · gpt-5");
  expect(text).toContain("Draft Dear Madam, the rent is due.");
  expect(text).toMatch(/Proposed change The tenant shall pay the rent promptly ?in advance Says when/);
  expect(text).toContain("Stopped by the user.");
  expect(text).not.toMatch(/BEGIN|END|Nobody reads/);
});

test("a table of uneven cells, clauses and what no font has do not stop it", async () => {
  const answer = "1) Term\n2) Rent\n   1) Amount\n\n| a | b |\n|---|---|\n| one |\n| two | three | four |\n\n漢字 ends.\n\n***";
  const { text } = await read([message("user", ""), message("assistant", answer)], "");
  expect(text).toMatch(/1\. Term 2\. Rent 2\.1 Amount/);
  expect(text).toContain("three");
  expect(text).toContain("ends.");
});

test("pages are counted, and a reader who left is not drawn for", async () => {
  const long = Array.from({ length: 120 }, (_, i) =>
    message(i % 2 === 0 ? "user" : "assistant", "The landlord keeps the deposit apart. ".repeat(20)),
  );
  const { pdf, text } = await read(long);
  expect(pdf.numPages).toBeGreaterThan(10);
  expect(text).toContain(`${pdf.numPages} / ${pdf.numPages}`);
  await expect(
    renderPdf(null, transcriptOf({ title: "x", messages: long, exportedAt }), AbortSignal.abort()),
  ).rejects.toMatchObject({
    name: "AbortError",
  });
});
