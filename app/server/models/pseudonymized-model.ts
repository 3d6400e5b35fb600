/*
 * A model that sees pseudonyms. Everything in a request is replaced before it is sent, and put back in what the model writes
 * as it arrives, so that nothing behind it (the claim checker, patches, tools) ever meets a pseudonym.
 */
import { exampleCode } from "#core/pseudonyms/code-words.ts";
import { asJson, type Pseudonyms } from "#core/pseudonyms/pseudonyms.ts";
import { isLoose } from "./json-fields.ts";
import { readableFile } from "./model-file.ts";
import type { Model, ModelEvent, ModelMessage, ModelRequest } from "./model.ts";
import type { Secrecy } from "./secrecy.ts";

export function pseudonymized(model: Model, secrecy: Secrecy): Model {
  return {
    async ask(request, onEvent, signal) {
      const names = await secrecy.open(textsOf(request));
      if (names === null) return model.ask(request, onEvent, signal);
      const reading = puttingBack(names, request, onEvent);
      const end = await model.ask(withPseudonyms(request, names), reading.read, signal);
      reading.end();
      if (end.reason !== "problem" || end.detail === undefined) return end;
      return { ...end, detail: names.putBack(end.detail) };
    },
  };
}

/** Added to the instructions, so that a model keeps them as they are. */
const named = exampleCode[0]!.toUpperCase() + exampleCode.slice(1);
const pseudonymNote = `Names, addresses and numbers in this conversation are replaced by stand-ins, such as ${named}, ${exampleCode}@example.com, \
phone-${exampleCode} or account-${exampleCode}~02. They are put back before the writer reads your answer. Use them as if they were the real names: write each \
exactly as it is spelled, inflect it where the language asks for it, and do not translate, shorten, explain or remark on it. The same stand-in is always the \
same person or thing; an ending such as ~02 marks another way of writing it.`;

type Change = (text: string) => string;

function textsOf(request: ModelRequest): string[] {
  const texts: string[] = [];
  changed(request, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

function withPseudonyms(request: ModelRequest, names: Pseudonyms): ModelRequest {
  const known = new Map<string, string>();
  const sent = changed(request, (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const replaced = names.replace(text);
    known.set(text, replaced);
    return replaced;
  });
  return { ...sent, instructions: `${sent.instructions}\n\n${pseudonymNote}`.trimStart() };
}

function changed(request: ModelRequest, change: Change): ModelRequest {
  const { instructions, messages, tools, answerSchema } = request;
  return {
    ...request,
    instructions: change(instructions),
    messages: messages.map((message) => changedMessage(message, change)),
    tools: tools.map(({ name, description, inputSchema }) => ({
      name,
      description: change(description),
      inputSchema: changedSchema(inputSchema, change) as object,
    })),
    ...(answerSchema !== undefined && {
      answerSchema: {
        ...answerSchema,
        ...(answerSchema.description !== undefined && { description: change(answerSchema.description) }),
        schema: changedSchema(answerSchema.schema, change) as object,
      },
    }),
  };
}

function changedMessage(message: ModelMessage, change: Change): ModelMessage {
  if (message.role === "tool")
    return { role: "tool", results: message.results.map((result) => ({ ...result, output: changedValue(result.output, change) })) };
  if (message.role === "user")
    return {
      role: "user",
      parts: message.parts.map((part) => ({ type: "text", text: change(part.type === "text" ? part.text : textOfFile(part)) })),
    };
  return {
    role: "assistant",
    parts: message.parts.map((part) =>
      part.type === "tool-call" ? { ...part, input: changedValue(part.input, change) } : { ...part, text: change(part.text) },
    ),
  };
}

/** Nothing can be replaced in a picture or in a file as such, so only text is sent. */
function textOfFile(part: Extract<Extract<ModelMessage, { role: "user" }>["parts"][number], { type: "file" }>): string {
  const readable = readableFile(part, null);
  if (readable.kind === "text") return readable.text;
  return `[A picture is attached but is not sent, because names in it cannot be replaced: ${JSON.stringify(part.name)}.]`;
}

/** Every string in it, and keys that are no names of fields. */
function changedValue(value: unknown, change: Change): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one: unknown) => changedValue(one, change));
  if (!isLoose(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [isField(key) ? key : change(key), changedValue(one, change)]),
  );
}

const isField = (key: string) => /^[a-z]\w*$/.test(key);

/** What a schema says in words; its own terms and the names of fields stay. */
const words = new Set(["description", "title", "enum", "const", "default", "examples"]);

function changedSchema(value: unknown, change: Change): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => changedSchema(one, change));
  if (!isLoose(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const isWords = words.has(key) && (typeof one === "string" || key !== "title") && !isSchema(one);
      return [key, isWords ? changedValue(one, change) : changedSchema(one, change)];
    }),
  );
}

/** A field that is called “description” has a schema of its own. */
function isSchema(value: unknown): boolean {
  return isLoose(value) && ("type" in value || "anyOf" in value || "$ref" in value);
}

function puttingBack(names: Pseudonyms, { answerSchema }: ModelRequest, onEvent: (event: ModelEvent) => void) {
  const flowing = {
    text: names.stream(answerSchema === undefined ? undefined : asJson),
    reasoning: names.stream(),
  };
  const inputs = new Map<string, ReturnType<Pseudonyms["stream"]>>();
  let thought = "";

  function say(kind: "text" | "reasoning", text: string): void {
    if (text !== "") onEvent({ kind, text });
  }
  function flush(): void {
    say("reasoning", flowing.reasoning.end());
    say("text", flowing.text.end());
  }
  function read(event: ModelEvent): void {
    switch (event.kind) {
      case "text":
        say("reasoning", flowing.reasoning.end());
        return say("text", flowing.text.push(event.text));
      case "reasoning":
        say("text", flowing.text.end());
        thought += event.text;
        return say("reasoning", flowing.reasoning.push(event.text));
      case "signature": {
        flush();
        // A signature holds for these very words; unless they come out the same when they are sent again, it is of no use.
        const isSame = event.toolCallId !== undefined || names.replace(names.putBack(thought)) === thought;
        if (event.toolCallId === undefined) thought = "";
        return isSame ? onEvent(event) : undefined;
      }
      case "tool-input-start":
        flush();
        inputs.set(event.id, names.stream(asJson));
        return onEvent(event);
      case "tool-input": {
        const text = inputs.get(event.id)?.push(event.text) ?? names.putBack(event.text, asJson);
        return text === "" ? undefined : onEvent({ ...event, text });
      }
      case "tool-call": {
        flush();
        const rest = inputs.get(event.id)?.end() ?? "";
        if (rest !== "") onEvent({ kind: "tool-input", id: event.id, text: rest });
        inputs.delete(event.id);
        const raw = names.putBack(event.raw, asJson);
        return onEvent({ ...event, raw, input: changedValue(event.input, (text) => names.putBack(text)) });
      }
      default:
        return onEvent(event);
    }
  }
  return { read, end: flush };
}
