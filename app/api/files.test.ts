import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StoredFile } from "#core/sources/stored-file.ts";
import { createApi } from "#api/index.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { docxOf, pdfOf } from "#test/documents.ts";
import { docOf, pptOf, xlsOf } from "#test/old-office.ts";
import { protectedOffice } from "#test/protected-office.ts";
import { protectedDoc, protectedPpt, protectedXls } from "#test/protected-old-office.ts";
import { protectedPdf } from "#test/protected-pdf.ts";
import { takeUpload } from "#server/files/upload.ts";
import type { Person } from "#core/workspace/policy.ts";
import { ask, choicesOf, question, threadOf } from "#test/turns.ts";
import { serve } from "@hono/node-server";
import type { AddressInfo } from "node:net";
import { newProject } from "#test/people.ts";

let app: TestApp;
let api: ReturnType<typeof createApi>;
beforeAll(async () => {
  app = await startApp({ UPLOAD_FILE_MB: "2", UPLOAD_FILES: "3", UPLOAD_SILENCE_SECONDS: "1" });
  api = createApi(app.stet);
});
afterAll(() => app.close());

type Given = { name: string; bytes: Buffer | string; type?: string };

async function upload(as: TestPerson | null, given: readonly Given[], path = "/api/upload", headers: Record<string, string> = {}) {
  const form = new FormData();
  for (const { name, bytes, type = "application/octet-stream" } of given)
    form.append("file", new File([bytes as BlobPart], name, { type }));
  const { url } = app.stet.env;
  // As bytes: a form read in this process cannot be left half read.
  const whole = new Response(form);
  const body = await whole.arrayBuffer();
  const own: Record<string, string> = { origin: url, "content-type": whole.headers.get("content-type")! };
  if (as !== null) own.cookie = as.cookie;
  return api.fetch(new Request(new URL(path, url), { method: "POST", body, headers: { ...own, ...headers } }), {});
}

async function uploaded(as: TestPerson, name: string, bytes: Buffer | string): Promise<StoredFile> {
  const response = await upload(as, [{ name, bytes }]);
  const text = await response.text();
  if (response.status !== 200) throw new Error(text);
  return (JSON.parse(text) as { files: StoredFile[] }).files[0]!;
}

const filesOnDisk = () => {
  const folder = join(app.stet.env.STET_DATA, "files");
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.includes("/"));
};
const listed = async (as: TestPerson) =>
  (await (await app.request("/api/files", { as })).json()) as { success: boolean; files: StoredFile[] };
const view = (as: TestPerson | undefined, file: StoredFile, headers: Record<string, string> = {}, query = "") =>
  app.request(`${file.url}${query}`, { headers, ...(as && { as }) });

const contract = pdfOf([
  ["# Notice", "Either party may terminate this agreement by giving 60 days notice in writing."],
  ["# Fees", "Invoices are due within thirty days. Late payment bears interest of nine percent a year."],
]);

test("a file with a password: it is asked for, and the file is kept without it", async () => {
  const me = await app.person();
  const plain = docxOf(["The rent is due."]);
  const given = [{ name: "Lease.docx", bytes: protectedOffice(plain, "Größe 7") }];
  const withPassword = (password: string) => upload(me, given, "/api/upload", { "x-file-password": encodeURIComponent(password) });
  const before = filesOnDisk().length;
  for (const [answer, sentence] of [
    [await upload(me, given), "“Lease.docx” has a password."],
    [await withPassword("größe 7"), "“Lease.docx”: That password isn’t right."],
  ] as const) {
    expect(answer.status).toBe(423);
    expect(await answer.text()).toBe(sentence);
    expect(filesOnDisk()).toHaveLength(before);
  }
  const { files } = (await (await withPassword("Größe 7")).json()) as { files: StoredFile[] };
  expect(files[0]).toMatchObject({ originalName: "Lease.docx", notice: expect.stringContaining("keeps the file without it") });
  expect(filesOnDisk()).toHaveLength(before + 1);
  expect(await (await view(me, files[0]!)).text()).toContain("The rent is due.");
  const saved = await view(me, files[0]!, {}, "?download");
  expect(Buffer.from(await saved.arrayBuffer()).equals(plain)).toBe(true);
  const opened = await uploaded(me, "Open.docx", protectedOffice(docxOf(["Open to all."]), "VelvetSweatshop"));
  expect(await (await view(me, opened)).text()).toContain("Open to all.");
});

const rent = "The rent is due.";
const slides = pptOf([{ title: "Rent", text: rent }]);

test.each([
  ["doc", protectedDoc(docOf([rent]), "Größe 7", "office 97")],
  ["xls", protectedXls(xlsOf([[rent]]), "Größe 7", "provider, 128 bits")],
  ["ppt", protectedPpt(slides, "Größe 7", "provider, 128 bits")],
])("a file of Office before 2007 with a password is taken in like any other: %s", async (kind, bytes) => {
  const me = await app.person();
  const given = [{ name: `Lease.${kind}`, bytes }];
  const withPassword = (password: string) => upload(me, given, "/api/upload", { "x-file-password": encodeURIComponent(password) });
  for (const [answer, sentence] of [
    [await upload(me, given), `“Lease.${kind}” has a password.`],
    [await withPassword("größe 7"), `“Lease.${kind}”: That password isn’t right.`],
  ] as const)
    expect([answer.status, await answer.text()]).toEqual([423, sentence]);
  const { files } = (await (await withPassword("Größe 7")).json()) as { files: StoredFile[] };
  expect(files[0]).toMatchObject({ originalName: `Lease.${kind}`, notice: expect.stringContaining("keeps the file without it") });
  expect(await (await view(me, files[0]!)).text()).toContain(rent);
  // What is kept opens without a password.
  const saved = Buffer.from(await (await view(me, files[0]!, {}, "?download")).arrayBuffer());
  const again = await uploaded(await app.person(), `Open.${kind}`, saved);
  expect([again.size, again.notice]).toEqual([saved.length, null]);
});

test("a spreadsheet that opens without asking, though it is protected, is not asked for", async () => {
  const me = await app.person();
  for (const way of ["office 97", "xor"] as const) {
    const opened = await uploaded(me, `${way}.xls`, protectedXls(xlsOf([["Open to all."]]), "VelvetSweatshop", way));
    expect(await (await view(me, opened)).text()).toContain("Open to all.");
  }
});

test("a PDF with a password: it is asked for, the text is read, and a model gets the text", async () => {
  const me = await app.person();
  const given = [{ name: "Lease.pdf", bytes: protectedPdf("The rent is 900 euros.", "sesame") }];
  const withPassword = (password: string) => upload(me, given, "/api/upload", { "x-file-password": password });
  for (const [answer, sentence] of [
    [await upload(me, given), "“Lease.pdf” has a password."],
    [await withPassword("other"), "“Lease.pdf”: That password isn’t right."],
  ] as const) {
    expect(answer.status).toBe(423);
    expect(await answer.text()).toBe(sentence);
  }
  const { files } = (await (await withPassword("sesame")).json()) as { files: StoredFile[] };
  expect(files[0]).toMatchObject({ contentType: "application/pdf", notice: expect.stringContaining("with its password") });
  expect(await (await view(me, files[0]!, {}, "?text")).text()).toBe("The rent is 900 euros.");
  const saved = await view(me, files[0]!);
  expect(Buffer.from(await saved.arrayBuffer()).equals(given[0]!.bytes)).toBe(true);
  const actor = (await app.stet.actorOf(new Headers({ cookie: me.cookie }))) as Person;
  const [content] = await app.stet.files.withContent(actor, [{ name: "Lease.pdf", documentId: files[0]!.id, url: "" }]);
  expect(content).toMatchObject({ contentType: "text/plain" });
});

test("a file is taken in, listed, seen by its owner alone, removed, and brought back", async () => {
  const [me, other] = [await app.person(), await app.person()];
  const response = await upload(me, [{ name: "Agreement.pdf", bytes: contract, type: "text/html" }]);
  const { files } = (await response.json()) as { files: StoredFile[] };
  expect(files[0]).toMatchObject({ originalName: "Agreement.pdf", contentType: "application/pdf", pageCount: 2, notice: null });
  expect(files[0]!.url).toBe(`/api/documents/${files[0]!.id}/view`);
  expect(Date.parse(files[0]!.lastModified)).not.toBeNaN();
  expect(await listed(me)).toEqual({ success: true, files, error: null });
  expect((await listed(other)).files).toEqual([]);

  const shown = await view(me, files[0]!);
  expect(Buffer.from(await shown.arrayBuffer()).equals(contract)).toBe(true);
  expect((await view(other, files[0]!)).status).toBe(404);
  expect((await view(undefined, files[0]!)).status).toBe(401);
  expect((await app.request(`/api/files/${files[0]!.id}`, { as: other, method: "DELETE" })).status).toBe(404);

  expect((await app.request(`/api/files/${files[0]!.id}`, { as: me, method: "DELETE" })).status).toBe(200);
  expect((await listed(me)).files).toEqual([]);
  expect((await view(me, files[0]!)).status).toBe(404);
  await app.request(`/api/files/${files[0]!.id}/restore`, { as: me, method: "POST", body: {} });
  expect((await listed(me)).files).toEqual(files);
});

test("the same file brought twice is one, and its content is stored once", async () => {
  const me = await app.person();
  const before = filesOnDisk().length;
  const [first, second] = [await uploaded(me, "a.txt", "One line."), await uploaded(me, "a.txt", "One line.")];
  expect(second.id).toBe(first.id);
  expect(filesOnDisk().length).toBe(before + 1);
});

test("a project's files are seen by those who see the project, and put there by its owner alone", async () => {
  const [me, viewer, stranger] = [await app.person(), await app.person(), await app.person()];
  const idOf = async (as: TestPerson) =>
    (await app.stet.database.db.selectFrom("user").select("id").where("email", "=", as.email).executeTakeFirstOrThrow()).id;
  const viewerPerson = { userId: await idOf(viewer), email: viewer.email } as never;
  const project = await newProject(app.stet.database.db, { userId: await idOf(me) } as never, { sharedWith: viewerPerson });
  const response = await upload(me, [{ name: "a.txt", bytes: "In the project." }], `/api/upload?project=${project}`);
  const [file] = ((await response.json()) as { files: StoredFile[] }).files;
  expect(file!.projectId).toBe(project);
  expect(await (await view(viewer, file!)).text()).toBe("In the project.");
  expect((await view(stranger, file!)).status).toBe(404);
  expect((await upload(viewer, [{ name: "b.txt", bytes: "x" }], `/api/upload?project=${project}`)).status).toBe(403);
  expect((await upload(stranger, [{ name: "b.txt", bytes: "x" }], `/api/upload?project=${project}`)).status).toBe(404);
  expect((await app.request(`/api/files/${file!.id}`, { as: viewer, method: "DELETE" })).status).toBe(403);
});

describe("D02: bodies that do not fit", () => {
  test("a file over the limit, more files than allowed, no boundary, nothing at all: a sentence, and nothing stays", async () => {
    const me = await app.person();
    const before = filesOnDisk();
    const large = await upload(me, [{ name: "large.txt", bytes: Buffer.alloc(2_100_000, "a") }]);
    expect([large.status, await large.text()]).toEqual([
      413,
      "This file is larger than Stet accepts. large.txt is too large. Files can be at most 2 MB.",
    ]);
    const many = await upload(
      me,
      Array.from({ length: 6 }, (_, at) => ({ name: `${at}.txt`, bytes: `text ${at}` })),
    );
    expect([many.status, await many.text()]).toEqual([413, "That’s more files than you can add in one go. At most 3."]);
    const { url } = app.stet.env;
    const headers = { origin: url, cookie: me.cookie, "content-type": "multipart/form-data" };
    expect((await api.fetch(new Request(new URL("/api/upload", url), { method: "POST", body: "x", headers }), {})).status).toBe(
      400,
    );
    expect((await upload(me, [])).status).toBe(400);
    expect((await upload(null, [{ name: "a.txt", bytes: "a" }])).status).toBe(401);
    expect((await upload(me, [{ name: "a.txt", bytes: "a" }], "/api/upload", { origin: "https://elsewhere.example" })).status).toBe(
      403,
    );
    // Refusals are answered immediately and the file is removed a moment later.
    await expect.poll(filesOnDisk).toEqual(before);
    expect((await listed(me)).files).toEqual([]);
  });

  test("a disk that is slow is not the sender's silence", async () => {
    const me = await app.person();
    const { db, fileStore, extraction } = app.stet;
    const begin = async (key: string) => {
      await new Promise((resolve) => setTimeout(resolve, 900));
      return fileStore.begin(key);
    };
    const limits = { bytes: 2_000_000, files: 3, silenceMs: 300 };
    const form = new FormData();
    form.append("file", new File(["One line."], "a.txt"));
    const { headers, body } = new Response(form);
    const actor = (await app.stet.actorOf(new Headers({ cookie: me.cookie }))) as Person;
    const arriving = { headers, body, projectId: null, access: new AbortController().signal };
    const files = await takeUpload({ db, store: { ...fileStore, begin }, extraction, limits }, actor, arriving);
    expect(files).toMatchObject([{ originalName: "a.txt" }]);
  });

  test("a body that stops coming is given up, one that never ends is cut at the limit", async () => {
    const me = await app.person();
    const before = filesOnDisk();
    const server = serve({ fetch: api.fetch, port: 0, hostname: "127.0.0.1" });
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const begin = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello';
    const post = (write: (request: ReturnType<typeof httpRequest>) => void) =>
      new Promise<[number, string]>((resolve, reject) => {
        const headers = { origin: app.stet.env.url, cookie: me.cookie, "content-type": "multipart/form-data; boundary=x" };
        const request = httpRequest({ port, host: "127.0.0.1", path: "/api/upload", method: "POST", headers }, (response) => {
          let text = "";
          response.on("data", (chunk) => (text += String(chunk)));
          response.on("end", () => resolve([response.statusCode!, text]));
        });
        request.on("error", reject);
        request.write(begin);
        write(request);
      });
    const silent = await post(() => {});
    expect(silent).toEqual([408, expect.stringContaining("upload was too slow")]);
    const endless = await post((request) => {
      const go = () => {
        while (!request.destroyed && request.write(Buffer.alloc(65_536, "a")));
        if (!request.destroyed) request.once("drain", go);
      };
      request.on("error", () => {});
      go();
    }).catch((error: NodeJS.ErrnoException) => [error.code, ""]);
    // The response may be lost when the connection is closed on a client that is still sending.
    expect([413, "ECONNRESET", "EPIPE"]).toContain(endless[0]);
    expect(filesOnDisk()).toEqual(before);
    await new Promise((resolve) => server.close(resolve));
  });
});

test("D06: names that are paths stay names", async () => {
  const me = await app.person();
  const given = [
    "../../etc/passwd.txt",
    "..%2f..%2fa.txt",
    "/etc/cron.d/a.txt",
    "C:\\Windows\\a.txt",
    "a\u0000b.txt",
    "\u202efdp.exe.txt",
    `${"x".repeat(300)}.txt`,
    "...",
  ];
  const names: string[] = [];
  for (const [at, name] of given.entries()) names.push((await uploaded(me, name, `text ${at}`)).originalName);
  expect(names).toEqual([
    "passwd.txt",
    "%2f..%2fa.txt",
    "a.txt",
    "a.txt",
    "ab.txt",
    "fdp.exe.txt",
    `${"x".repeat(146)}.txt`,
    "file",
  ]);
  for (const name of filesOnDisk()) expect(name).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{40}$/);
});

test("D07: a page or a drawing that was uploaded is shown as text that nothing in can run", async () => {
  const me = await app.person();
  for (const [name, bytes] of [
    ["a.html", '<html><body><script>fetch("/api/files")</script><p>Hello</p><img src="https://evil.example/x"></body></html>'],
    ["a.svg", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><text>Hello</text></svg>'],
  ] as const) {
    const file = await uploaded(me, name, bytes);
    const shown = await view(me, file);
    expect(shown.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
    expect(shown.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/);
    const saved = await view(me, file, {}, "?download");
    expect(saved.headers.get("content-type")).toBe("application/octet-stream");
    expect(saved.headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(await saved.text()).toBe(bytes);
  }
});

test("D08: ranges: one is given, all others are refused", async () => {
  const me = await app.person();
  const file = await uploaded(me, "a.pdf", contract);
  const part = await view(me, file, { range: "bytes=0-7" });
  const named = ({ headers }: Response) => [headers.get("content-range"), headers.get("content-length")];
  expect([part.status, await part.text(), ...named(part)]).toEqual([206, "%PDF-1.7", `bytes 0-7/${contract.length}`, "8"]);
  const tail = await view(me, file, { range: "bytes=-6" });
  expect([tail.status, await tail.text()]).toEqual([206, "%%EOF\n"]);
  const open = await view(me, file, { range: `bytes=${contract.length - 1}-99999999` });
  const last = contract.length - 1;
  expect([open.status, await open.text(), ...named(open)]).toEqual([206, "\n", `bytes ${last}-${last}/${contract.length}`, "1"]);
  const all = await view(me, file, { range: `bytes=-${contract.length + 1}` });
  expect([all.status, ...named(all)]).toEqual([206, `bytes 0-${last}/${contract.length}`, String(contract.length)]);
  for (const range of [
    Array.from({ length: 1000 }, (_, at) => `${at}-${at}`)
      .join(",")
      .replace(/^/, "bytes="),
    "bytes=5-2",
    "bytes=-0",
    "bytes=--5",
    `bytes=${contract.length}-`,
    "bytes=99999999999999999999-",
    "bytes=-",
    "lines=1-2",
  ]) {
    const refused = await view(me, file, { range });
    expect([refused.status, refused.headers.get("content-range")]).toEqual([416, `bytes */${contract.length}`]);
  }
});

test("D09: the EICAR file is kept away, by itself and inside another", async () => {
  const me = await app.person();
  const before = filesOnDisk();
  const eicar = "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*";
  for (const bytes of [eicar, `A letter.\n${eicar}\n`]) {
    const response = await upload(me, [{ name: "eicar.txt", bytes }]);
    expect([response.status, await response.text()]).toEqual([415, expect.stringContaining("recognized as harmful")]);
  }
  expect((await listed(me)).files).toEqual([]);
  expect(filesOnDisk()).toEqual(before);
  const rows = await app.stet.database.db
    .selectFrom("files")
    .select(["id", "status"])
    .where("original_name", "=", "eicar.txt")
    .execute();
  expect(rows.map(({ status }) => status)).toEqual(["quarantined", "quarantined"]);
  expect((await app.request(`/api/documents/${rows[0]!.id}/view`, { as: me })).status).toBe(404);
});

test("C10: no name gets out of its header", async () => {
  const me = await app.person();
  for (const name of [
    'a"; filename="evil.exe',
    "a\r\nSet-Cookie: x=1",
    "\u202efdp.txt",
    "räksmörgås 🦐.txt",
    `${"å".repeat(300)}.txt`,
    "a;b\\c%22.txt",
  ]) {
    const file = await uploaded(me, name, `text of ${name}`);
    const { headers } = await view(me, file);
    const disposition = headers.get("content-disposition")!;
    expect(disposition).toMatch(/^inline; filename="[^"\\\r\n]+"; filename\*=UTF-8''[\w.~!#$&+^`|%-]+$/);
    expect(headers.get("set-cookie")).toBeNull();
    expect(decodeURIComponent(disposition.split("''")[1]!)).toBe(file.originalName);
    expect(file.originalName).not.toMatch(/[\p{Cc}\u202e]/u);
  }
});

describe("an uploaded file in a chat", () => {
  const attach = (file: StoredFile) => ({
    name: file.originalName,
    contentType: file.contentType,
    url: file.url,
    documentId: file.id,
  });

  test("is searched by its content, cited with its page, and the source opens the document", async () => {
    const me = await app.person();
    const [pdf, docx] = [
      await uploaded(me, "Agreement.pdf", contract),
      await uploaded(
        me,
        "Annex.docx",
        docxOf(["# Insurance", "The supplier insures the goods until they are delivered to the buyer."]),
      ),
    ];
    const ask1 = question("What interest does late payment bear?", {
      choices: choicesOf("stet-builtin"),
      attachments: [attach(pdf), attach(docx)],
    });
    const { content } = await ask(app, me, ask1);
    expect(content).toContain("Late payment bears interest of nine percent a year. [[1]]");
    expect(content).toContain("page 2");
    const { messages } = await threadOf(app, me, ask1.chatId);
    expect(messages[1]!.sources).toEqual([
      expect.objectContaining({
        documentId: pdf.id,
        name: "Agreement.pdf",
        metadata: expect.objectContaining({ fileType: "application/pdf", pageCount: 2, pageStarts: [0, expect.any(Number)] }),
      }),
    ]);
  });

  test("another person's file is no attachment, and neither is one that is gone", async () => {
    const [me, other] = [await app.person(), await app.person()];
    const file = await uploaded(other, "secret.txt", "The canary sings at midnight.");
    const turn = () => question("When does the canary sing?", { choices: choicesOf("stet-builtin"), attachments: [attach(file)] });
    expect((await app.request("/api/chat", { as: me, body: turn() })).status).toBe(400);
    await app.request(`/api/files/${file.id}`, { as: other, method: "DELETE" });
    expect((await app.request("/api/chat", { as: other, body: turn() })).status).toBe(400);
  });

  test("deleted later, the chat says that it is gone", async () => {
    const me = await app.person();
    const file = await uploaded(me, "rent.txt", "The rent is 900 euros a month.");
    const first = question("How much is the rent?", { choices: choicesOf("stet-builtin"), attachments: [attach(file)] });
    expect((await ask(app, me, first)).content).toContain("900 euros");
    await app.request(`/api/files/${file.id}`, { as: me, method: "DELETE" });
    const thread = await threadOf(app, me, first.chatId);
    const again = question("What is the rent now?", {
      chatId: first.chatId,
      version: thread.chat.version,
      choices: choicesOf("stet-builtin"),
    });
    expect((await ask(app, me, again)).content).toContain("“rent.txt” has been deleted.");
  });
});

test("the files of a chat's project are searched where the question asks for it, and no one else's", async () => {
  const [me, other] = [await app.person(), await app.person()];
  const made = async (as: TestPerson, name: string) =>
    ((await (await app.request("/api/projects", { as, body: { name } })).json()) as { id: string }).id;
  const [projectId, foreign] = [await made(me, "Lease"), await made(other, "Theirs")];
  const into = async (as: TestPerson, project: string, text: string) =>
    expect((await upload(as, [{ name: "lease.txt", bytes: text }], `/api/upload?project=${project}`)).status).toBe(200);
  await into(me, projectId, "The rent is 1,450 euros a month.\n\nThe deposit is three months of rent.");
  await into(other, foreign, "The rent is 9,999 euros a month.");
  const answerTo = async (searchProjectFiles: boolean) => {
    const choices = { ...choicesOf("stet-builtin"), searchProjectFiles };
    const asked = question("How much is the rent a month?", { choices });
    await ask(app, me, { ...asked, projectId });
    const { messages } = await threadOf(app, me, asked.chatId);
    return messages[1]!;
  };
  const found = await answerTo(true);
  expect(found.content).toContain("The rent is 1,450 euros a month.");
  expect(found.content).not.toContain("9,999");
  expect(found.sources).toEqual([expect.objectContaining({ name: "lease.txt", number: 1, documentId: expect.any(String) })]);
  const unasked = await answerTo(false);
  expect(unasked.content).not.toContain("1,450");
  expect(unasked.sources ?? []).toEqual([]);
});
