import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documentOf } from "#core/document/document-schema.ts";
import { documentToMarkdown } from "#core/document/document-to-markdown.ts";
import { readTemplate } from "#core/templates/template-file.ts";
import { templateFromDraft } from "#core/templates/template-from-draft.ts";
import type { Template } from "#core/templates/template.ts";
import { sharedData } from "#test/shared-data.ts";
import { controlOf as control, wordFileOf } from "#test/word-xml.ts";
import { readTemplateFile } from "./read-template.ts";

async function templateOf(bytes: Buffer, name = "Engagement.docx"): Promise<{ template: Template; notices: string[] }> {
  const { document, fields, notices } = await readTemplateFile(bytes, name);
  const markdown = documentToMarkdown(documentOf(JSON.parse(document))!);
  const read = readTemplate(templateFromDraft({ name: "Engagement", markdown, language: "en", known: fields }));
  if ("refusal" in read) throw new Error(read.refusal);
  return { template: read.template, notices };
}

const ofBody = async (body: string) => (await templateOf(wordFileOf(body))).template;

const run = (words: string, look = "") => `<w:r>${look}<w:t xml:space="preserve">${words}</w:t></w:r>`;
const p = (content: string, properties = "") => `<w:p>${properties}${content}</w:p>`;
const named = (alias: string, tag = "") => `<w:alias w:val="${alias}"/>${tag && `<w:tag w:val="${tag}"/>`}`;
const empty = "<w:showingPlcHdr/>";
const turn = (type: string, data = "") => `<w:r><w:fldChar w:fldCharType="${type}">${data}</w:fldChar></w:r>`;
const coded = (instruction: string, result: string, data = "") =>
  `${turn("begin", data)}<w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r>${turn("separate")}${result}${turn("end")}`;

const shown = ({ fields, body }: Template) => ({
  body,
  fields: fields.map(({ name, type, label, initial, options, help }) =>
    [name, type, label, ...(initial ? [initial] : []), ...(options.length > 0 ? [options.join("|")] : []), help].join(" · "),
  ),
});

test("content controls become typed fields; what they held for someone else is left out", async () => {
  const template = await ofBody(
    p(
      `${run("To ")}${control(named("Client’s name", "client") + "<w:text/>", run("Acme Secret AB"))}${run(" of ")}${control("<w:text/>" + empty, run("[City]"))}`,
    ) +
      p(
        `${run("Signed ")}${control(named("Signing") + '<w:date w:fullDate="2021-01-01T00:00:00Z"/>', run("1 January 2021"))}${run(".")}`,
      ) +
      p(
        control(
          named("Law") +
            '<w:dropDownList><w:listItem w:value="Choose an item."/><w:listItem w:displayText="Sweden" w:value="SE"/><w:listItem w:displayText="Germany" w:value="DE"/></w:dropDownList>',
          run("Germany"),
        ),
      ) +
      p(
        control(
          named("Court") +
            '<w:comboBox><w:listItem w:displayText="Stockholm" w:value="1"/><w:listItem w:displayText="Berlin" w:value="2"/></w:comboBox>',
          run("Berlin"),
        ),
      ) +
      p(
        `${control(named("Travel is paid") + '<w14:checkbox xmlns:w14="w14"><w14:checked w14:val="1"/></w14:checkbox>', run("☒"))}${run(" Travel")}`,
      ) +
      p(control(named("Client again", "client") + "<w:text/>", run("Acme Secret AB"))),
  );
  expect(shown(template)).toEqual({
    body: "To {{clientSName}} of {{city}}\n\nSigned {{signing}}.\n\n{{law}}\n\n{{court}}\n\n{{#if travelIsPaid}}☒{{else}}☐{{/if}} Travel\n\n{{clientSName}}",
    fields: [
      "clientSName · text · Client’s name · ",
      "city · text · City · ",
      "signing · date · Signing · ",
      "law · choice · Law · Germany · Sweden|Germany · ",
      "court · text · Court · For example: Stockholm, Berlin",
      "travelIsPaid · yes/no · Travel is paid · yes · ",
    ],
  });
});

test("a control around a paragraph or in a cell keeps both; around wording it is wording, and its own places stay", async () => {
  const heading = '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>';
  const template = await ofBody(
    control(named("Title") + "<w:text/>", p(run("Old title"), heading)) +
      control(named("Terms"), p(`${run("We act for ")}${control(named("Who") + "<w:text/>", run("someone"))}${run(" only.")}`)) +
      control(named("Terms that stay"), p(run("Our terms apply."))) +
      control(named("More") + empty, p(run("Click or tap here to enter text."))) +
      `<w:tbl><w:tr><w:tc>${p(run("Fee"))}</w:tc>${control(named("Fee") + "<w:text/>", `<w:tc>${p(run("9,999"))}</w:tc>`)}</w:tr></w:tbl>`,
  );
  expect(shown(template)).toEqual({
    body: "# {{title}}\n\nWe act for {{who}} only.\n\nOur terms apply.\n\n{{more}}\n\n|  |  |\n| --- | --- |\n| Fee | {{fee}} |",
    fields: ["title · text · Title · ", "who · text · Who · ", "more · text · More · ", "fee · text · Fee · "],
  });
});

test("merge fields and form fields become fields; a page number does not", async () => {
  const form = (name: string, more: string) => `<w:ffData><w:name w:val="${name}"/>${more}</w:ffData>`;
  const template = await ofBody(
    p(`${run("Dear ")}${coded('MERGEFIELD "Client_name" \\* MERGEFORMAT', run("«Client") + run("_name»"))}${run(",")}`) +
      p(
        `<w:fldSimple w:instr=" MERGEFIELD client_name ">${run("Bo Secret")}</w:fldSimple>${run(" and ")}${coded("MERGEFIELD City", run("Lund", "<w:rPr><w:b/></w:rPr>"))}`,
      ) +
      p(
        `${run("Sum ")}${coded("FORMTEXT", run("9,999"), form("The_sum", '<w:textInput><w:default w:val="100"/></w:textInput>'))}`,
      ) +
      p(
        `${coded("FORMTEXT", run("2001"), form("Text2", '<w:statusText w:val="First day"/><w:textInput><w:type w:val="date"/></w:textInput>'))}`,
      ) +
      p(
        `${turn("begin", form("Insured", '<w:checkBox><w:default w:val="0"/></w:checkBox>'))}<w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r>${turn("end")}${run(" insured")}`,
      ) +
      p(
        coded(
          "FORMDROPDOWN",
          "",
          form("Size", '<w:ddList><w:default w:val="1"/><w:listEntry w:val="small"/><w:listEntry w:val="large"/></w:ddList>'),
        ),
      ) +
      p(`${run("Page ")}${coded("PAGE", run("3"))}`) +
      p(`${run("For [the matter]")}`),
  );
  expect(shown(template)).toEqual({
    body: "Dear {{clientName}},\n\n{{clientName}} and **{{city}}**\n\nSum {{theSum}}\n\n{{firstDay}}\n\n{{#if insured}}☒{{else}}☐{{/if}} insured\n\n{{size}}\n\nPage 3\n\nFor {{theMatter}}",
    fields: [
      "clientName · text · Client name · ",
      "city · text · City · ",
      "theSum · text · The sum · 100 · ",
      "firstDay · date · First day · ",
      "insured · yes/no · Insured · no · ",
      "size · choice · Size · large · small|large · ",
      "theMatter · text · the matter · ",
    ],
  });
});

test("a file without a form is a template of its words, and one that is no Word file too", async () => {
  expect(shown(await ofBody(p(run("Just words."))))).toEqual({ body: "Just words.", fields: [] });
  const { template } = await templateOf(Buffer.from("# A letter\n\nTo [client]."), "letter.md");
  expect(shown(template)).toEqual({ body: "# A letter\n\nTo {{client}}.", fields: ["client · text · client · "] });
});

const { path: strangers, isThere } = sharedData("files/docx");

test("a place without a name is called by the words before it, or the cell to its left", async () => {
  const cell = (content: string) => `<w:tc>${p(content)}</w:tc>`;
  const blank = (held: string) => control("<w:text/>", run(held));
  const template = await ofBody(
    p(`${run("Name: ")}${blank("Bo Secret")}${run("  Born on: ")}${blank("2001")}`) +
      `<w:tbl><w:tr>${cell(run("Address"))}${cell(blank("1 Secret Street"))}</w:tr></w:tbl>` +
      p(
        `${run("What is said at great length before a place is no name for it, and the place is only given a number ")}${blank("x")}`,
      ),
  );
  expect(template.fields.map(({ label }) => label)).toEqual(["Name", "Born on", "Address", "Field 4"]);
  expect(template.body).not.toMatch(/Secret|2001/);
});

/** As their XML says. */
const forms: [name: string, fields: string[]][] = [
  [
    "docx4j__docx4j-core-tests__src__test__resources__MERGEFIELD.docx",
    ["kundenname: text", "Kundenstrasse: text", "yourdate: date", "yournumber: number"],
  ],
  [
    "poi__test-data__document__52449.docx",
    ["Fornavn: text", "Efternavn: text", "Telefon: text", "Email: text", "Publish Date: date", "Navn: text"],
  ],
  [
    "docx4j__docx4j-samples-docx4j__sample-docs__databinding__invoice.docx",
    ["Customer name: text", "Description: text", "Price: text"],
  ],
];

if (!isThere) process.stderr.write(`SKIPPED: no forms of other programs, because ${strangers} is missing.\n`);

test.skipIf(!isThere).each(forms)("the form of %s", async (name, fields) => {
  const { template } = await templateOf(readFileSync(join(strangers, name)));
  expect(template.fields.map(({ label, type }) => `${label}: ${type}`)).toEqual(fields);
});
