/* A sample API request to copy. The key comes from the environment. */

export const exampleLanguages = ["curl", "Python", "JavaScript"] as const;
export type ExampleLanguage = (typeof exampleLanguages)[number];

export type ExampleRequest = { model: string; messages: { role: string; content: string }[]; [field: string]: unknown };

export function apiExample(language: ExampleLanguage, baseUrl: string, request: ExampleRequest): string {
  switch (language) {
    case "curl":
      return curlExample(baseUrl, request);
    case "Python":
      return pythonExample(baseUrl, request);
    case "JavaScript":
      return javaScriptExample(baseUrl, request);
  }
}

function curlExample(baseUrl: string, request: ExampleRequest): string {
  // Inside single quotes, a shell interprets only the quote itself.
  const body = JSON.stringify(request, null, 2).replaceAll("'", `'\\''`);
  return `curl ${baseUrl}/chat/completions \\
  -H "Authorization: Bearer $STET_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${body}'`;
}

function pythonExample(baseUrl: string, request: ExampleRequest): string {
  // JSON strings, numbers and lists are valid Python too.
  const fields = Object.entries(request).map(([name, value]) => `    ${name}=${indented(JSON.stringify(value, null, 4))},\n`);
  return `import os
from openai import OpenAI

client = OpenAI(base_url=${JSON.stringify(baseUrl)}, api_key=os.environ["STET_API_KEY"])

stream = client.chat.completions.create(
${fields.join("")}    stream=True,
)
for chunk in stream:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="", flush=True)`;
}

function javaScriptExample(baseUrl: string, request: ExampleRequest): string {
  const fields = JSON.stringify({ ...request, stream: true }, null, 2).replaceAll(/^( +)"(\w+)":/gm, "$1$2:");
  return `import OpenAI from "openai";

const client = new OpenAI({ baseURL: ${JSON.stringify(baseUrl)}, apiKey: process.env.STET_API_KEY });

const stream = await client.chat.completions.create(${fields});
for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? "");`;
}

function indented(text: string): string {
  return text.replaceAll("\n", "\n    ");
}
