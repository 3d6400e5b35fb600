/* The way back from an authorization server: it sends itself, and without script it has a button. */
import { useEffect, useRef } from "react";
import { Form, Link, useNavigation, useSubmit } from "react-router";
import { Button, buttonClass } from "../kit/button.tsx";
import { SettingsSection } from "../settings/settings-page.tsx";
import { useWorkspace } from "../shell/use-place.ts";

type Props = { came: { name: string; value: string }[]; refusal: string | null };

export function ToolSignIn({ came, refusal }: Props) {
  const place = useWorkspace();
  const tools = (
    <Link to={place.path("/settings/account/tools")} className={buttonClass("outline", "medium")}>
      Back to your tools
    </Link>
  );
  if (refusal !== null)
    return (
      <SettingsSection title="Sign in to a tool server">
        <p role="alert" className="mb-5 rounded-lg bg-danger-soft px-3 py-2.5 text-danger">
          {refusal}
        </p>
        {tools}
      </SettingsSection>
    );
  if (came.length === 0)
    return (
      <SettingsSection title="No sign-in in progress" lead="Sign in to a tool server from your tools.">
        {tools}
      </SettingsSection>
    );
  return (
    <SettingsSection title="Sign in to a tool server" lead="You are back. One moment: the sign-in is being completed.">
      <Sending came={came} />
    </SettingsSection>
  );
}

function Sending({ came }: Pick<Props, "came">) {
  const form = useRef<HTMLFormElement>(null);
  const isSent = useRef(false);
  const submit = useSubmit();
  const navigation = useNavigation();
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    void submit(form.current, { replace: true });
  }, [submit]);
  return (
    <Form ref={form} method="post" replace>
      {came.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" pending={navigation.state !== "idle"}>
        Complete the sign-in
      </Button>
    </Form>
  );
}
