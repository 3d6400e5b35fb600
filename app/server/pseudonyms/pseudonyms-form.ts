/* The API call behind each form of a page of pseudonyms. */
import { data } from "react-router";
import { problem } from "#core/workspace/problem.ts";
import { askApi, textsOf, type Api } from "../pages/ask-api.ts";

export async function submitPseudonyms(request: Request, api: Api, path: string) {
  const text = await textsOf(request);
  const intent = text("intent");
  const answer = await askApi(request, api, path, changeIn(intent, text));
  if (answer.ok) return { intent, refusal: null };
  // Without JavaScript the page is rendered again and must keep the input.
  return data({ intent, refusal: answer.refusal, forms: text("forms") }, { status: answer.status });
}

function changeIn(intent: string, text: (name: string) => string): object {
  const id = text("id");
  switch (intent) {
    case "switch":
      return { isOn: text("isOn") === "true" };
    case "add":
    case "take":
      return { add: { kind: text("kind"), forms: linesOf(text("forms")) } };
    case "send":
      return { change: { id, isSentAsIs: text("isSentAsIs") === "true" } };
    case "remove":
      return { remove: id };
    default:
      throw problem("bad-request");
  }
}

function linesOf(forms: string): string[] {
  return forms
    .split("\n")
    .map((form) => form.trim())
    .filter((form) => form !== "");
}
