/* First questions for a kind of text and the fields that it asks for, fetched when one is chosen; the sample for a first chat. */
import { useMatches } from "react-router";
import type { Writes } from "#core/account/profile.ts";
import { startExamples } from "#core/chat/start-examples.ts";
import { ExampleList } from "./start-examples.tsx";

export { SampleLine } from "./sample-line.tsx";
export { TypeFields } from "./type-fields.tsx";

export function KindExamples({ chosen, isLegal }: { chosen: string | null; isLegal: boolean }) {
  const matches = useMatches();
  const frame = matches.find(({ id }) => id === "own" || id === "organization")?.loaderData as Frame | undefined;
  return <ExampleList examples={startExamples(chosen, isLegal ? { types: legalExamples } : (frame?.person.writes ?? {}))} />;
}

const legalExamples: Writes["types"] = ["contract", "legal-memo", "legal-letter"];

type Frame = { person: { writes: Writes } };
