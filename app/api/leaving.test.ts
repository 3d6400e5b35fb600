/* Exporting one's data and deleting the account: the file's contents, and what remains afterwards. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteDueAccounts } from "#server/accounts/delete-due-accounts.ts";
import { cookieOf, startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { startMailServer, type MailServer } from "#test/mail-server.ts";
import { ask, choicesOf, question } from "#test/turns.ts";
import { unzip } from "#test/zip.ts";

let mail: MailServer;
let app: TestApp;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startApp({ SMTP_URL: mail.url });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

const builtIn = { choices: choicesOf("stet-builtin") };
const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code;
const isKnown = async (cookie: string) => (await app.stet.actorOf(new Headers({ cookie }))).kind === "person";
const signIn = ({ email, password }: TestPerson) => app.request("/api/auth/sign-in/email", { body: { email, password } });

describe("everything of mine", () => {
  async function ticketOf(as: TestPerson): Promise<string> {
    const answer = await app.request("/api/account/export", { body: { password: as.password }, as });
    return ((await answer.json()) as { url: string }).url;
  }

  test("is a ZIP with every chat, all versions and the files, as JSON and as Markdown", async () => {
    const me = await app.person();
    const other = await app.person();
    await ask(app, other, question("Somebody else's secret", builtIn));
    const asked = question("Is this clear?", {
      ...builtIn,
      attachments: [
        { name: "../lease.txt", contentType: "text/plain", url: `data:text/plain;base64,${btoa("The deposit is 900.")}` },
      ],
    });
    await ask(app, me, asked);
    await ask(app, me, {
      ...question("Is it clearer now?", builtIn),
      trigger: "edit",
      chatId: asked.chatId,
      version: 1,
      editedId: asked.messageId,
    });
    const made = await app.request("/api/projects", { body: { name: "The / lease" }, as: me });
    const { id: projectId } = (await made.json()) as { id: string };
    await app.request("/api/drafts", { body: { projectId, name: "Letter", content: "# Dear Sir\n\nGood bye." }, as: me });

    const answer = await app.request(await ticketOf(me), { as: me });
    expect(answer.headers.get("content-type")).toBe("application/zip");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="stet-\d{4}-\d\d-\d\d\.zip"$/);
    const files = await unzip(Buffer.from(await answer.arrayBuffer()));
    const names = [...files.keys()];
    const named = (pattern: RegExp) => names.filter((name) => pattern.test(name));

    const [chatJson] = named(/^own\/chats\/[^/]+\/chat\.json$/);
    const chat = JSON.parse(files.get(chatJson!)!) as {
      messages: { content: string; isShown: boolean; attachments: { url: string }[] }[];
    };
    const contents = chat.messages.map(({ content, isShown }) => `${isShown} ${content}`);
    expect(contents).toContain(`false ${asked.content}`);
    expect(contents).toContain("true Is it clearer now?");
    const [attached] = named(/\/chats\/[^/]+\/files\/1 \.\. lease\.txt$/);
    expect(files.get(attached!)).toBe("The deposit is 900.");
    expect(chat.messages[0]!.attachments[0]!.url).toBe("files/1 .. lease.txt");
    const markdown = files.get(chatJson!.replace("chat.json", "chat.md"))!;
    expect(markdown).toContain("Is it clearer now?");
    expect(markdown).not.toContain(`\n\n${asked.content}`);
    expect(named(/^own\/projects\/The lease \w{6}\.json$/)).toHaveLength(1);
    expect(files.get(named(/^own\/drafts\/Letter \w{6}\.md$/)[0]!)).toContain("Good bye.");
    expect(JSON.parse(files.get(named(/^own\/drafts\/Letter \w{6}\.json$/)[0]!)!)).toMatchObject({
      project: "The / lease",
      versions: [{ version: 1 }],
    });
    expect(JSON.parse(files.get("account.json")!)).toMatchObject({ email: me.email, isVerified: true });

    const all = [...files.values()].join("\n");
    expect(all).not.toContain("Somebody else's secret");
    // It contains nothing that would open the account.
    expect(all).not.toMatch(/argon2|public_key|"token"/);
    for (const name of names) expect(name).not.toMatch(/\.\.\/|^\//);
  });

  test("holds the comments on your drafts, yours on others', and what the spell checker was taught", async () => {
    const [me, owner] = [await app.person(), await app.person()];
    const made = async (as: TestPerson, path: string, body: object) =>
      ((await (await app.request(path, { as, body })).json()) as { id: string }).id;
    const comment = (as: TestPerson, draftId: string, text: string, id = crypto.randomUUID()) =>
      app.request(`/api/drafts/${draftId}/comments`, {
        as,
        body: { id, text, anchor: { quote: "rent", before: "", after: "", start: 4 } },
      });
    const content = "The rent is due.";
    const mine = await made(me, "/api/drafts", {
      projectId: await made(me, "/api/projects", { name: "A" }),
      name: "Mine",
      content,
    });
    const projectId = await made(owner, "/api/projects", { name: "B" });
    const theirs = await made(owner, "/api/drafts", { projectId, name: "Theirs", content });
    const share = (emails: string[], removeUsers: string[]) =>
      app.request("/api/functions/shareProject", { as: owner, body: { projectId, emails, removeUsers } });
    await share([me.email], []);
    expect((await comment(me, mine, "To myself")).status).toBe(200);
    expect((await comment(me, theirs, "To the owner")).status).toBe(200);
    await comment(owner, theirs, "Not yours to take");
    await app.request("/api/spelling", { as: me, body: { added: ["krona"], draftId: mine, ignored: ["AnA a honest"] } });

    const taken = async () => unzip(Buffer.from(await (await app.request(await ticketOf(me), { as: me })).arrayBuffer()));
    const files = await taken();
    const json = (name: RegExp) => JSON.parse(files.get([...files.keys()].find((one) => name.test(one))!)!) as object;
    expect(json(/^own\/drafts\/Mine .*json$/)).toMatchObject({
      comments: [{ about: "rent", author: me.name, text: "To myself", isResolved: false }],
    });
    expect(json(/^comments\.json$/)).toMatchObject([
      { text: "To myself", draft: "Mine", about: "rent" },
      { text: "To the owner", draft: "Theirs", about: "rent" },
    ]);
    expect(json(/^dictionary\.json$/)).toMatchObject({
      words: [{ word: "krona" }],
      ignored: [{ finding: "AnA a honest", draftId: mine }],
    });
    expect([...files.values()].join("\n")).not.toContain("Not yours to take");

    await share([], [me.email]);
    const after = JSON.parse((await taken()).get("comments.json")!) as object[];
    expect(after[1]).toMatchObject({ text: "To the owner", draft: null, about: null });
  });

  test("asks for the password; the ticket is for the same person, once", async () => {
    const [me, eve] = [await app.person(), await app.person()];
    expect((await app.request("/api/account/export", { body: {}, as: me })).status).toBe(403);
    const ticket = await ticketOf(me);
    expect((await app.request(ticket)).status).toBe(401);
    expect((await app.request(ticket, { as: eve })).status).toBe(404);
    expect((await app.request(ticket, { as: me })).status).toBe(404);
    const second = await ticketOf(me);
    await (await app.request(second, { as: me })).arrayBuffer();
    expect((await app.request(second, { as: me })).status).toBe(404);
    const { rows } = await sql`select 1 from security_events where kind = 'data-exported' and email = ${me.email}`.execute(
      app.stet.database.db,
    );
    expect(rows).toHaveLength(1);
  });
});

describe("deleting the account", () => {
  const remove = (as: TestPerson, body: object = { password: as.password }) => app.request("/api/account/deletion", { body, as });
  const makeDue = ({ email }: TestPerson) =>
    sql`update "user" set delete_at = now() - interval '1 minute' where email = ${email}`.execute(app.stet.database.db);

  test("A14 asks for the password, signs out everywhere at once, and tells when", async () => {
    const me = await app.person();
    const elsewhere = cookieOf(await signIn(me));
    for (const password of [undefined, "wrong"]) expect(await codeOf(await remove(me, { password }))).toBe("not-confirmed");
    expect(await isKnown(elsewhere)).toBe(true);
    expect((await remove(me)).status).toBe(200);
    for (const cookie of [me.cookie, elsewhere]) expect(await isKnown(cookie)).toBe(false);
    expect((await app.request("/api/chat-sessions", { as: me })).status).toBe(401);
    expect((await mail.letterTo(me.email, /will be deleted/)).text).toContain("/auth/sign-in");
  });

  test("is undone by signing in, and everything is as it was", async () => {
    const me = await app.person();
    const asked = question("Keep this", builtIn);
    await ask(app, me, asked);
    await remove(me);
    const back = { ...me, cookie: cookieOf(await signIn(me)) };
    await mail.letterTo(me.email, /Your account won’t be deleted/);
    await deleteDueAccounts(app.stet);
    expect((await app.request(`/api/chats/${asked.chatId}`, { as: back })).status).toBe(200);
  });

  test("A14 after its time the account is gone with all in it, its cookies open nothing, and its address is free", async () => {
    const me = await app.person();
    const asked = question("Gone with me", builtIn);
    await ask(app, me, asked);
    await remove(me);
    await makeDue(me);
    await deleteDueAccounts(app.stet);
    await mail.letterTo(me.email, /was deleted/);
    expect((await signIn(me)).status).toBe(401);
    expect(await isKnown(me.cookie)).toBe(false);
    const { rows } = await sql`select 1 from chats where id = ${asked.chatId}::uuid`.execute(app.stet.database.db);
    expect(rows).toEqual([]);
    const { name, email, password } = me;
    expect((await app.request("/api/auth/sign-up/email", { body: { name, email, password } })).status).toBe(200);
    const { internalAdapter } = await app.stet.auth.$context;
    expect((await internalAdapter.findUserByEmail(email))?.user.emailVerified).toBe(false);
  });

  test("is refused, in a sentence, to the only owner of an organization with others", async () => {
    const [me, other] = [await app.person(), await app.person()];
    await app.request("/api/organizations", { body: { name: "The firm", slug: "the-firm" }, as: me });
    await sql`insert into member (id, "organizationId", "userId", role) select 'm-1', organization.id, person.id, 'member'
      from organization, "user" person where slug = 'the-firm' and person.email = ${other.email}`.execute(app.stet.database.db);
    const refused = await remove(me);
    const { code, detail } = (await refused.json()) as { code: string; detail: string };
    expect([refused.status, code]).toEqual([409, "cannot-delete-account"]);
    expect(detail).toBe("First transfer or delete the organizations you own that have other members: The firm.");
    expect(await isKnown(me.cookie)).toBe(true);
    expect((await remove(other)).status).toBe(200);
  });
});
