/* The library: templates are found, read with their fields, and filled in as Markdown, of which a draft can be made. */
import { z } from "zod";
import { refusalsOf, valuesOf } from "#core/templates/field-values.ts";
import { fillTemplate, withTypedNumbers } from "#core/templates/fill-template.ts";
import { libraryQuerySchema } from "#core/requests/library.ts";
import { describe, readLibraryFile } from "#core/templates/library-file.ts";
import { fillPrompt, promptLimits, promptRefusals, type LibraryPrompt } from "#core/templates/prompt-file.ts";
import {
  fieldTypes,
  jurisdictions,
  templateKinds,
  templateLimits,
  type Template,
  type TemplateValues,
} from "#core/templates/template.ts";
import type { LibraryHit } from "#core/templates/library-search.ts";
import { kinds, type LibraryStatus, type TemplateSummary } from "#core/templates/library.ts";
import { isUuid } from "#core/text/uuid.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { listTemplates } from "#server/data/library/templates.ts";
import type { Db } from "#server/db/database.ts";
import { findLibraryTemplate, listBuiltIn } from "#server/library/library.ts";
import { searchLibrary } from "#server/library/search-library.ts";
import type { Stet } from "#server/stet.ts";
import { route } from "./route.ts";

const summarySchema = z.object({
  id: z.string(),
  object: z.literal("template"),
  name: z.string(),
  summary: z.string().describe("In a search, the summary or the line of its text with the words."),
  kind: z.enum([...templateKinds, ...Object.values(kinds)]),
  jurisdiction: z.enum(jurisdictions),
  language: z.string(),
  is_built_in: z.boolean(),
  status: z
    .enum(["draft", "approved", "changed", "retired"])
    .nullable()
    .describe("`changed`: an earlier version is approved. Null: it comes with Stet."),
});
const templateSchema = summarySchema.extend({
  source: z.string().describe("The file, as the library exports and imports it."),
  fields: z.array(
    z.object({
      name: z.string(),
      type: z.enum(fieldTypes),
      label: z.string(),
      help: z.string(),
      options: z.array(z.string()),
      default: z.string(),
      of: z.string().describe("The list in whose rows it is asked; empty if it is asked once."),
    }),
  ),
});
const fillSchema = z.strictObject({
  values: z
    .record(z.string().max(90), z.string().max(promptLimits.value))
    .refine((values) => Object.keys(values).length <= 5 * templateLimits.fields, "There are too many values.")
    .default({})
    .describe(
      "By field: text; a date as 2027-01-31; a number in digits; yes or no; `fee.currency`; `partyA.address`; in the rows of a list `matter:1`, `matter:2`.",
    ),
  numbers: z
    .enum(["automatic", "typed"])
    .default("automatic")
    .describe("Clauses that number themselves, for a draft, or with their numbers as text."),
});
const filledSchema = z.object({
  object: z.literal("filled_template"),
  template_id: z.string(),
  name: z.string(),
  content: z.string().describe("Markdown, which can be the content of a new draft."),
  open: z.array(z.string()).describe("What is still to be filled in: it stands in [brackets]."),
});

/** Of a built-in template, the name of its file. */
const idSchema = z.string().regex(/^[\da-z-]{1,60}$/);

const listSchema = libraryQuerySchema.extend({
  query: z.string().max(200).default(""),
  before: z.uuid().optional().describe("The `id` of the last of the organization's own that was read; not in a search."),
  after: z.string().max(300).optional().describe("The `next` of the page before, in a search."),
});
type Listed = z.infer<typeof listSchema>;

async function listed(me: Person, db: Db, query: Listed) {
  const { templates, hasMore } = await listTemplates(me, db, query);
  const builtIn = query.before === undefined ? listBuiltIn(query) : [];
  return { object: "list", data: [...templates, ...builtIn].map(summaryOf), has_more: hasMore, next: null };
}

async function found(me: Person, db: Db, { shelf, query, jurisdiction, status, after, before }: Listed) {
  if (before !== undefined) throw problem("bad-request", "A search continues with `after`: pass the `next` of the page before.");
  const hits = await searchLibrary(me, db, { query, in: [shelf], jurisdiction, status, after });
  const data = hits.found.flatMap((hit) => summaryOfHit(hit) ?? []);
  return { object: "list", data, has_more: hits.next !== null, next: hits.next };
}

export function library(stet: Stet) {
  const { db } = stet;
  const read = async (me: Person, id: string) => {
    const { source, standing } = await findLibraryTemplate(me, db, id);
    const found = readLibraryFile(source);
    if ("refusal" in found) throw new Error(`template ${id}: ${found.refusal}`);
    return { item: found.item, source, status: standing.status };
  };
  return [
    route({
      method: "get",
      path: "/v1/library",
      scope: "drafts:read",
      summary: "List the templates of the library, or another of its shelves",
      description:
        "The organization's own, newest first and up to 40 at once, and with the first of them those that come with Stet. With a `query`, the best first and up to 30: every word is in the name, the summary or the text.",
      query: listSchema,
      answer: z.object({
        object: z.literal("list"),
        data: z.array(summarySchema),
        has_more: z.boolean(),
        next: z.string().nullable().describe("Where a search continues: pass it as `after`."),
      }),
      handle: ({ me, query }) => (query.query.trim() === "" ? listed(me, db, query) : found(me, db, query)),
    }),
    route({
      method: "get",
      path: "/v1/library/{id}",
      id: idSchema,
      scope: "drafts:read",
      summary: "Read one template and its fields, or another thing of the library",
      answer: templateSchema,
      async handle({ me, id }) {
        const { item, source, status } = await read(me, id);
        const fields = item.shelf === "templates" ? fieldsOf(item.template) : item.shelf === "prompts" ? fieldsOf(item.prompt) : [];
        return { ...summaryOf({ ...describe(item), id, status }), source, fields };
      },
    }),
    route({
      method: "post",
      path: "/v1/library/{id}",
      id: idSchema,
      scope: "drafts:read",
      summary: "Fill in a template or a prompt",
      description: "Nothing is stored. Fields without a value take their default, or stay open.",
      body: fillSchema,
      answer: filledSchema,
      async handle({ me, id, body: { values, numbers } }) {
        const { item } = await read(me, id);
        if (item.shelf === "prompts") return { object: "filled_template", template_id: id, ...filledPrompt(item.prompt, values) };
        if (item.shelf !== "templates") throw problem("bad-request", "Only templates and prompts can be filled in.");
        const { template } = item;
        const [refused] = Object.entries(refusalsOf(template, values));
        if (refused !== undefined) throw problem("bad-request", `values.${refused[0]}: ${refused[1]}`);
        const { markdown, open } = fillTemplate(template, valuesOf(template, values));
        const content = numbers === "typed" ? withTypedNumbers(markdown) : markdown;
        return { object: "filled_template", template_id: id, name: template.name, content, open };
      },
    }),
  ];
}

function filledPrompt(prompt: LibraryPrompt, values: TemplateValues) {
  const unknown = Object.keys(values).find((key) => !prompt.fields.some(({ name }) => name === key.split(".")[0]));
  if (unknown !== undefined) throw problem("bad-request", `values.${unknown}: This prompt has no such field.`);
  const [refused] = Object.entries(promptRefusals(prompt, values));
  if (refused !== undefined) throw problem("bad-request", `values.${refused[0]}: ${refused[1]}`);
  const given = valuesOf(prompt, values);
  const open = prompt.fields.filter(({ name }) => (given[name] ?? "").trim() === "").map(({ label }) => label);
  return { name: prompt.name, content: fillPrompt(prompt, given), open };
}

type Shown = TemplateSummary & { status?: LibraryStatus };

function summaryOf({ id, name, summary, kind, jurisdiction, language, status }: Shown): z.infer<typeof summarySchema> {
  const isBuiltIn = !isUuid(id);
  const facts = { id, object: "template", name, summary, kind, jurisdiction, language, is_built_in: isBuiltIn } as const;
  return { ...facts, status: isBuiltIn ? null : (status ?? "draft") };
}

/** Of a thing on a shelf. */
function summaryOfHit({ id, name, line, kind, jurisdiction, language, status }: LibraryHit) {
  const known = jurisdictions.find((one) => one === jurisdiction);
  if (kind === undefined || known === undefined || language === undefined) return null;
  const facts = { id, name: name.text, summary: line.text, kind, jurisdiction: known, language };
  return summaryOf({ ...facts, ...(status && { status }) });
}

function fieldsOf({ fields }: Pick<Template, "fields">) {
  return fields.map(({ name, type, label, help, options, initial, of }) => ({
    name,
    type,
    label,
    help,
    options,
    default: initial,
    of,
  }));
}
