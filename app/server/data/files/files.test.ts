import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import {
  canChangeFile,
  canSeeFile,
  theServer,
  type Membership,
  type Owned,
  type Person,
  type SharedProject,
} from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { newOrganization, newPerson, newProject } from "#test/people.ts";
import type { Db } from "../../db/database.ts";
import {
  attachFiles,
  createFile,
  findFile,
  listFiles,
  readFiles,
  removeFile,
  restoreFile,
  sweepRemovedFiles,
  unknownKeys,
  type NewFile,
} from "./files.ts";

function aFile(given: Partial<NewFile> = {}): NewFile {
  const random = randomBytes(20).toString("hex");
  return {
    key: random,
    originalName: "a.pdf",
    kind: "pdf",
    contentType: "application/pdf",
    size: 10,
    sha256: random,
    status: "ready",
    problem: null,
    modifiedAt: null,
    projectId: null,
    document: {
      text: "One.\n\nTwo.",
      blocks: [
        { start: 0, end: 4, page: 1, level: 2 },
        { start: 6, end: 10, page: 2 },
      ],
      pageCount: 2,
    },
    ...given,
  };
}

const make = async (db: Db, me: Person, given: Partial<NewFile> = {}) => (await createFile(me, db, aFile(given))).file.id;
const isSeen = (me: Person, db: Db, id: string) =>
  findFile(me, db, id).then(
    () => true,
    () => false,
  );

eachDatabase((open) => {
  test("what a person is shown is what the policy says, in any world", async () => {
    const { db } = await open();
    const organizations: Membership[] = [await newOrganization(db), await newOrganization(db)];
    const people = await Promise.all([[], [organizations[0]!], organizations].map((memberships) => newPerson(db, { memberships })));
    const places = [null, ...organizations.map((one) => one.organizationId)];
    const files: (Owned & { id: string; isRemoved: boolean; project: (SharedProject & { sharedWith: string }) | null })[] = [];
    for (const owner of people) {
      for (const organizationId of places) {
        const here = { ownerId: owner.userId, organizationId };
        // They may have left it since.
        const maker = { ...owner, organizationId, memberships: organizations };
        for (const isRemoved of [false, true]) {
          const id = await make(db, maker);
          if (isRemoved) await db.updateTable("files").set({ removed_at: new Date() }).where("id", "=", id).execute();
          files.push({ id, ...here, isRemoved, project: null });
          const reader = people[(people.indexOf(owner) + 1) % people.length]!;
          const projectId = await newProject(db, owner, { organizationId, sharedWith: reader });
          const project = { ...here, isRemoved, sharedAs: null, sharedWith: reader.userId };
          files.push({ id: await make(db, maker, { projectId }), ...here, isRemoved: false, project });
          if (isRemoved) await db.updateTable("projects").set({ removed_at: new Date() }).where("id", "=", projectId).execute();
        }
      }
    }
    for (const me of people) {
      for (const file of files) {
        const project = file.project && {
          ...file.project,
          sharedAs: file.project.sharedWith === me.userId ? ("viewer" as const) : null,
        };
        expect(await isSeen(me, db, file.id)).toBe(canSeeFile(me, { ...file, project }));
        expect((await readFiles(me, db, [file.id])).length > 0).toBe(canSeeFile(me, { ...file, project }));
      }
      for (const organizationId of places) {
        const listed = (await listFiles({ ...me, organizationId }, db, { limit: 500 })).map(({ id }) => id).sort();
        const seen = files.filter((file) => {
          const project = file.project && {
            ...file.project,
            sharedAs: file.project.sharedWith === me.userId ? ("viewer" as const) : null,
          };
          return file.organizationId === organizationId && canSeeFile(me, { ...file, project });
        });
        expect(listed).toEqual(seen.map(({ id }) => id).sort());
      }
    }
    const own = files.find(({ ownerId, project }) => ownerId === people[0]!.userId && project === null)!;
    const alone = { ...own, madeBy: own.ownerId };
    expect(canChangeFile(people[0]!, alone) && !canChangeFile(people[1]!, alone)).toBe(true);
  });

  test("the text comes back with its places", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const given = aFile();
    const { file } = await createFile(me, db, given);
    expect((await readFiles(me, db, [file.id]))[0]!.document).toEqual(given.document);
  });

  test("removing can be undone until the sweep, and then its key is unknown", async () => {
    const { db } = await open();
    const [me, other] = [await newPerson(db), await newPerson(db)];
    const given = aFile();
    const { file } = await createFile(me, db, given);
    await expect(removeFile(other, db, file.id)).rejects.toMatchObject({ status: 404 });
    await removeFile(me, db, file.id);
    await restoreFile(me, db, file.id);
    expect(await isSeen(me, db, file.id)).toBe(true);
    await removeFile(me, db, file.id);
    expect(await sweepRemovedFiles(theServer, db, 30)).not.toContain(given.key);
    await db
      .updateTable("files")
      .set({ removed_at: new Date(Date.now() - 31 * 86_400_000) })
      .where("id", "=", file.id)
      .execute();
    expect(await sweepRemovedFiles(theServer, db, 30)).toContain(given.key);
    expect(await unknownKeys(theServer, db, [given.key])).toEqual([given.key]);
  });

  test("a file attached to a temporary chat ends with it; one attached in a project belongs to the project", async () => {
    const { db } = await open();
    const [me, reader] = [await newPerson(db), await newPerson(db)];
    const projectId = await newProject(db, me, { sharedWith: reader });
    const [temporary, inProject] = [uuidv7(), uuidv7()];
    const chat = { owner_id: me.userId, organization_id: null, title: "", title_by: "first-words" as const };
    await db
      .insertInto("chats")
      .values([
        { ...chat, id: temporary, temporary: true },
        { ...chat, id: inProject, project_id: projectId },
      ])
      .execute();
    const [passing, shared, foreign] = [await make(db, me), await make(db, me), await make(db, reader)];
    await attachFiles(me, db, temporary, [passing, foreign]);
    await attachFiles(me, db, inProject, [shared]);
    expect(await isSeen(reader, db, shared)).toBe(true);
    expect(await isSeen(reader, db, passing)).toBe(false);
    await db.deleteFrom("chats").where("id", "=", temporary).execute();
    expect(await isSeen(me, db, passing)).toBe(false);
    expect(await isSeen(reader, db, foreign)).toBe(true);
  });
});
