/* Which tool servers the answers of this chat may ask to use. Off until switched on here. */
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { ToolServer, ToolServers } from "#core/tool-servers/tool-server.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Switch } from "../kit/switch.tsx";
import { useWorkspace } from "../shell/use-place.ts";

type Props = { chosen: readonly string[]; onChange: (chosen: string[]) => void };

export function ToolServerSwitches({ chosen, onChange }: Props) {
  const place = useWorkspace();
  const [servers, setServers] = useState<readonly ToolServer[] | null>(null);
  const [failure, setFailure] = useState("");
  useEffect(() => {
    ask<ToolServers>("/api/tool-servers").then(
      (answer) => setServers(answer.servers),
      (error: unknown) => setFailure(sentenceOf(problemIn(error))),
    );
  }, []);
  const settings = (
    <Link to={place.path("/settings/account/tools")} className="text-blue touch-target hover:underline">
      {servers?.length === 0 ? "Connect a tool server" : "Tool servers"}
    </Link>
  );
  function toggle(id: string) {
    // Those that have been removed meanwhile go out of the choice.
    const known = chosen.filter((one) => servers?.some((server) => server.id === one));
    onChange(known.includes(id) ? known.filter((one) => one !== id) : [...known, id]);
  }
  return (
    <section className="mt-5" aria-labelledby="tool-servers-title">
      <h3 id="tool-servers-title" className="font-medium">
        Tools
      </h3>
      <p className="text-sm text-ink-soft">
        {failure || "Answers in this chat may ask to use these. You decide on each call."} {settings}
      </p>
      {servers !== null && servers.length > 0 && (
        <ul className="mt-1 divide-y divide-rule">
          {servers.map(({ id, name, tools, signIn }) => (
            <li key={id} className="py-2">
              <Switch
                label={name}
                hint={hintFor(tools.length, signIn === null || signIn.state === "done")}
                disabled={tools.length === 0}
                checked={chosen.includes(id) && tools.length > 0}
                onChange={() => toggle(id)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function hintFor(tools: number, isSignedIn: boolean): string {
  if (!isSignedIn) return "Sign in to it in the settings first.";
  return tools === 0 ? "Read its tools in the settings first." : countOf(tools);
}

function countOf(tools: number): string {
  return tools === 1 ? "1 tool" : `${tools} tools`;
}
