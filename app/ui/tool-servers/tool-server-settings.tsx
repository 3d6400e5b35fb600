/* The tool servers of a person. Their tools are read as models would read them, before anything is used. */
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import {
  changesBetween,
  type ServerTool,
  type ToolChange,
  type ToolServer,
  type ToolServers,
} from "#core/tool-servers/tool-server.ts";
import { AuthForm, errorAt } from "../auth/auth-form.tsx";
import { LeaveLink, type Leaving } from "../auth/leave-link.tsx";
import { SecretField } from "../kit/secret-field.tsx";
import { TextField } from "../kit/text-field.tsx";
import { Disclosure } from "../settings/disclosure.tsx";
import { DoneNotice, ErrorNotice, SettingsSection } from "../settings/settings-page.tsx";
import { SignInOffer } from "./sign-in-offer.tsx";

export type Answered = { intent: string; said: string | null; refusal: AccountRefusal | null; leaving: Leaving | null };
type Props = ToolServers & {
  isAdministrator: boolean;
  answered: Answered | undefined;
  /** What to say after a sign-in. */
  signedIn: string | null;
  /** Where an authorization server sends people back to. */
  callback: string;
};

export function ToolServerSettings({ servers, programs, isAdministrator, answered, signedIn, callback }: Props) {
  const refusalOf = (intent: string) => (answered?.intent === intent ? answered.refusal : null);
  const wasRefused = (id: string) => [`sign-in ${id}`, `sign-in-as ${id}`].some((intent) => refusalOf(intent) !== null);
  const isOfServer = answered !== undefined && !answered.intent.startsWith("connect");
  // Nothing else is on the page: there is nothing to choose from before the form.
  const isOnlyWay = servers.length === 0 && programs.length === 0;
  if (answered?.leaving)
    return (
      <SettingsSection title={`Continue to ${answered.leaving.name}`} lead="You return here after signing in there.">
        <div className="max-w-80">
          <LeaveLink {...answered.leaving} />
        </div>
      </SettingsSection>
    );
  const said = answered === undefined ? signedIn : answered.said;
  return (
    <>
      {said && <DoneNotice>{said}</DoneNotice>}
      {isOfServer && answered.refusal && <ErrorNotice>{answered.refusal.sentence}</ErrorNotice>}
      <SettingsSection
        title="Tool servers"
        lead="Programs that offer tools through the Model Context Protocol: calendars, registers, your own. Switch them on in a chat under “Choose knowledge sources”. What a tool returns is treated as material, never as instructions."
      >
        {servers.length > 0 && (
          <ul aria-label="Tool servers">
            {servers.map((server) => (
              <ServerRow key={server.id} server={server} callback={callback} refused={wasRefused(server.id)} />
            ))}
          </ul>
        )}
      </SettingsSection>
      <SettingsSection title="Connect a tool server" lead="Only connect servers you trust: they see what their tools are sent.">
        {programs.map(({ name, description }) => (
          <Disclosure
            key={name}
            open={refusalOf(`connect-program ${name}`) !== null}
            summary={`${name}, set up by your administrator`}
          >
            <AuthForm
              intent={`connect-program ${name}`}
              submit={`Connect ${name}`}
              variant="outline"
              isWide={false}
              refusal={refusalOf(`connect-program ${name}`)}
            >
              <p className="text-ink-soft">{description || "A program on the server that runs Stet."}</p>
            </AuthForm>
          </Disclosure>
        ))}
        <Disclosure key={servers.length} open={isOnlyWay || refusalOf("connect") !== null} summary="By its address">
          <ConnectForm refusal={refusalOf("connect")} isAdministrator={isAdministrator} />
        </Disclosure>
      </SettingsSection>
    </>
  );
}

function ConnectForm({ refusal, isAdministrator }: { refusal: AccountRefusal | null; isAdministrator: boolean }) {
  return (
    <AuthForm intent="connect" submit="Connect" variant="outline" isWide={false} refusal={refusal}>
      <TextField
        label="Address"
        name="address"
        type="url"
        maxLength={500}
        placeholder="https://tools.example.org/mcp"
        autoComplete="off"
        spellCheck={false}
        hint={isAdministrator ? "As an administrator, you can use addresses in your network." : "It must be on the public web."}
        error={errorAt(refusal, "address")}
        className="max-w-100"
      />
      <SecretField
        label="Key"
        name="key"
        maxLength={4000}
        hint="Sent as a bearer token, and stored encrypted. Leave it empty if the server asks for none, or asks you to sign in."
      />
      <TextField label="Name" name="name" maxLength={40} autoComplete="off" className="max-w-100" />
    </AuthForm>
  );
}

type RowProps = { server: ToolServer; callback: string; /** Its sign-in was. */ refused: boolean };

function ServerRow({ server, callback, refused }: RowProps) {
  const { id, name, address, lastFour, isReadable, signIn, tools, offered } = server;
  const key = lastFour === null ? null : lastFour === "" ? "with a key" : `key ends in ${lastFour}`;
  const isSignedIn = signIn?.state === "done";
  const facts = [
    address === null ? "a program of this installation" : new URL(address).host,
    isSignedIn ? `signed in at ${signIn.at}` : key,
    countOf(tools.length),
  ];
  return (
    <li className="border-t border-rule py-3.5">
      <p className="text-base font-medium wrap-anywhere">{name}</p>
      <p className="text-ink-faint wrap-anywhere">{facts.filter((fact) => fact !== null).join(" · ")}</p>
      {!isReadable && (
        <p className="mt-1 text-danger">
          Its key can no longer be read, because the installation’s secret has changed. Remove the server, and connect it again.
        </p>
      )}
      {signIn !== null && !isSignedIn && <SignInOffer id={id} name={name} signIn={signIn} callback={callback} refused={refused} />}
      {offered !== null && <Offer id={id} name={name} accepted={tools} offered={offered} />}
      <div className="mt-2.5">
        {tools.length > 0 && (
          <Disclosure open={false} summary="Its tools, as models read them">
            <ul>
              {tools.map((tool) => (
                <ToolText key={tool.name} tool={tool} />
              ))}
            </ul>
          </Disclosure>
        )}
        <Disclosure open={false} summary="Change">
          <div className="flex flex-wrap gap-x-3">
            {(signIn === null || isSignedIn) && (
              <AuthForm intent={`check ${id}`} submit="Check for changes" variant="outline" isWide={false} />
            )}
            {isSignedIn && <AuthForm intent={`sign-out ${id}`} submit="Sign out" variant="outline" isWide={false} />}
            <AuthForm intent={`forget ${id}`} submit="Ask about every call again" variant="outline" isWide={false} />
            <AuthForm intent={`remove ${id}`} submit={`Remove ${name}`} variant="danger" isWide={false} />
          </div>
        </Disclosure>
      </div>
    </li>
  );
}

type OfferProps = { id: string; name: string; accepted: readonly ServerTool[]; offered: { tools: ServerTool[]; version: string } };

function Offer({ id, name, accepted, offered }: OfferProps) {
  const changes = changesBetween(accepted, offered.tools).filter(({ kind }) => kind !== "same");
  const isFirst = accepted.length === 0;
  return (
    <div className="mt-3 rounded-xl border border-rule-strong p-4">
      <p className="font-medium">
        {isFirst
          ? `Read what ${name} tells models before you accept it.`
          : `${name} describes its tools differently than when you accepted them.`}
      </p>
      <p className="mt-1 text-ink-soft">
        {isFirst
          ? "A description that gives orders, or asks for things that have nothing to do with its tool, is a reason not to accept."
          : "Until you accept this, models keep what you accepted before, and tools that have changed are not called."}
      </p>
      <ul className="mt-2">
        {changes.map((change) => (
          <ChangedTool key={change.tool.name} change={change} isFirst={isFirst} />
        ))}
      </ul>
      {offered.tools.length === 0 && <p className="mt-2">It offers no tools.</p>}
      <AuthForm
        intent={`accept ${id} ${offered.version}`}
        submit={isFirst ? "Accept these tools" : "Accept the changes"}
        variant="primary"
        isWide={false}
      />
    </div>
  );
}

const kinds = { new: "New", changed: "Changed", gone: "No longer offered", same: "" };

function ChangedTool({ change: { kind, tool, before }, isFirst }: { change: ToolChange; isFirst: boolean }) {
  return (
    <>
      <ToolText tool={tool} label={isFirst ? "" : kinds[kind]} />
      {kind === "changed" && before !== null && <ToolText tool={before} label="Before" />}
    </>
  );
}

/** Everything a model is given about a tool, as plain text. */
function ToolText({ tool, label = "" }: { tool: ServerTool; label?: string }) {
  return (
    <li className="border-t border-rule py-3 first:border-t-0">
      <p>
        {label !== "" && <span className="mr-2 rounded bg-wash px-1.5 py-0.5 text-xs text-ink-soft">{label}</span>}
        <span className="font-medium">{tool.title}</span>{" "}
        <span className="text-ink-faint">{tool.readsOnly ? "says it only reads" : "may change something"}</span>
      </p>
      <p className="mt-1 break-words whitespace-pre-line text-ink-soft">{tool.description || "It has no description."}</p>
      <details className="mt-1.5">
        <summary className="min-h-8 py-1.5 text-xs text-ink-soft touch-target hover:text-ink">What it is sent</summary>
        <pre
          tabIndex={0}
          className="max-h-64 overflow-auto scroll-thin rounded-lg bg-desk px-2.5 py-2 font-mono text-xs leading-5 whitespace-pre-wrap text-ink-soft"
        >
          {JSON.stringify(tool.inputSchema, null, 2)}
        </pre>
      </details>
    </li>
  );
}

function countOf(tools: number): string {
  return tools === 0 ? "nothing accepted yet" : tools === 1 ? "1 tool" : `${tools} tools`;
}
