/* The style pages, personal and organization: their data, and the API calls behind their forms. */
import { data } from "react-router";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { describeStyle } from "#core/style/describe-style.ts";
import { descriptionOf, measuresOf, type ShownStyle, type StyleAnswered, type StyleOwner } from "#core/style/writing-style.ts";
import { emptyHouseStyle, readTerms } from "#core/style/house-style.ts";
import { askApi, type Api, type ApiAnswer } from "../pages/ask-api.ts";
import { getStyle, listDraftsToMeasure } from "../data/drafts/writing-styles.ts";
import type { Db } from "../db/database.ts";

export async function loadStyle(me: Person, db: Db, of: StyleOwner): Promise<ShownStyle> {
  const style = await getStyle(me, db, of);
  const measures = measuresOf(style);
  return {
    samples: style.samples.map(({ id, name, excerpt, counts }) => ({ id, name, excerpt, words: counts.words })),
    measures,
    description: descriptionOf(style),
    isEdited: style.description !== null && style.description !== describeStyle(measures),
    house: style.house ?? emptyHouseStyle,
    drafts: await listDraftsToMeasure(me, db),
  };
}
const paths: Record<StyleOwner, string> = { person: "/api/style", organization: "/api/organization/style" };

export async function submitStyle(request: Request, api: Api, of: StyleOwner) {
  const form = await request.formData();
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const intent = text("intent");
  const answer = await asked(form, text, (path, body, method) => askApi(request, api, paths[of] + path, body, method));
  if (answer.ok) return { intent, refusal: null } satisfies StyleAnswered;
  // Without JavaScript the page is rendered again and must keep the input.
  const refused: StyleAnswered = { intent, refusal: answer.refusal, ...(intent === "sample" && { text: text("text") }) };
  return data(refused, { status: answer.status });
}

type Ask = (path: string, body: object, method: "POST" | "PUT" | "DELETE") => Promise<ApiAnswer>;

async function asked(form: FormData, text: (name: string) => string, ask: Ask): Promise<ApiAnswer> {
  switch (text("intent")) {
    case "sample":
      return ask("/samples", await newSample(form, text), "POST");
    case "remove":
      return ask(`/samples/${encodeURIComponent(text("id"))}`, {}, "DELETE");
    case "description":
      return ask("", { description: text("description").trim() }, "PUT");
    case "house":
      return ask("", { house: houseOf(text) }, "PUT");
    case "reset":
      return ask("", { description: null }, "PUT");
    case "delete":
      return ask("", {}, "DELETE");
    default:
      throw problem("bad-request");
  }
}

function houseOf(text: (name: string) => string) {
  return {
    spelling: text("spelling") || null,
    address: text("address") || null,
    terms: readTerms(text("terms")),
    citations: text("citations").trim(),
    rules: text("rules").trim(),
  };
}

/** The selected file, else the draft, else the pasted text. */
async function newSample(form: FormData, text: (name: string) => string): Promise<object> {
  const file = form.get("file");
  if (file instanceof File && file.size > 0)
    return { file: Buffer.from(await file.arrayBuffer()).toString("base64"), name: file.name || "File" };
  if (text("draft") !== "") return { draftId: text("draft") };
  return { text: text("text"), name: text("name") };
}
