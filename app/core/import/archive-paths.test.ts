import { describe, expect, test } from "vitest";
import { ArchivePaths, folderTitle, notionIdOf, placing, titleOf } from "./archive-paths.ts";

const id = "0123456789abcdef0123456789abcdef";

describe("a document's project and name", () => {
  test.each<[string, string[], [path: string, title: string], { folder: string; title: string }]>([
    ["a folder", ["Work/Lease.md", "Home.md"], ["Work/Lease.md", "Lease"], { folder: "Work", title: "Lease" }],
    ["no folder", ["Work/Lease.md", "Home.md"], ["Home.md", "Home"], { folder: "", title: "Home" }],
    [
      "a folder around everything",
      ["V/Work/Lease.md", "V/Home.md"],
      ["V/Work/Lease.md", "Lease"],
      { folder: "V/Work", title: "Lease" },
    ],
    ["only folders around everything", ["V/W/A.md", "V/W/B.md"], ["V/W/A.md", "A"], { folder: "V/W", title: "A" }],
    [
      "folders in a folder",
      ["Work/2024/May/A.md", "B.md"],
      ["Work/2024/May/A.md", "A"],
      { folder: "Work", title: "2024 / May / A" },
    ],
    ["its own folder", [`Plan ${id}.md`, `Plan ${id}/Step.md`], [`Plan ${id}.md`, "Plan"], { folder: `Plan ${id}`, title: "Plan" }],
  ])("%s", (_what, paths, [path, title], placed) => {
    expect(placing(paths)(path, title)).toEqual(placed);
  });

  test("a long name keeps its end and is whole letters", () => {
    const deep = Array.from({ length: 40 }, () => "😀folder").join("/");
    const { title } = placing([`A/${deep}/x.md`, "b.md"])(`A/${deep}/x.md`, "The end");
    expect(title.length).toBeLessThanOrEqual(200);
    expect(title).toMatch(/^….* \/ The end$/u);
    expect(title.isWellFormed()).toBe(true);
  });

  test("names lose their type and Notion’s id", () => {
    expect(titleOf(`A/Plan ${id}.md`)).toBe("Plan");
    expect(titleOf(`A/Tasks ${id}_all.csv`)).toBe("Tasks");
    expect(titleOf("A/v1.2 notes.md")).toBe("v1.2 notes");
    expect(folderTitle(`A/Plan ${id}`)).toBe("Plan");
    expect(folderTitle("")).toBeNull();
    expect(notionIdOf(`Tasks ${id}_all.csv`)).toBe(id);
    expect(notionIdOf("Tasks.csv")).toBeNull();
  });
});

describe("what a link means", () => {
  const paths = new ArchivePaths([
    "Vault/Notes/Lease.md",
    "Vault/Notes/pictures/plan one.png",
    "Vault/Old/Lease.md",
    "Vault/Home.md",
    "Vault/Bu\u0308ro.md",
  ]);

  test.each<[string, string | null]>([
    ["Lease.md", "Vault/Notes/Lease.md"],
    ["./pictures/plan%20one.png", "Vault/Notes/pictures/plan one.png"],
    ["../Home.md#Part", "Vault/Home.md"],
    ["../Home", "Vault/Home.md"],
    ["../B%C3%BCro.md", "Vault/Bu\u0308ro.md"],
    ["../../../etc/passwd", null],
    ["Nothing.md", null],
    ["%E0%A4%A.md", null],
    ["", null],
  ])("the address %j", (address, found) => {
    expect(paths.byAddress("Vault/Notes/Today.md", address)).toBe(found);
  });

  test.each<[string, string | null]>([
    ["Lease", "Vault/Notes/Lease.md"],
    ["Old/Lease", "Vault/Old/Lease.md"],
    ["home", "Vault/Home.md"],
    ["plan one.png", "Vault/Notes/pictures/plan one.png"],
    ["ease", null],
    ["Nothing", null],
  ])("the name %j", (name, found) => {
    expect(paths.byName("Vault/Notes/Today.md", name)).toBe(found);
  });
});
