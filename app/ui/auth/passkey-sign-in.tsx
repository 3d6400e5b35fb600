/*
 * Passkey sign-in: by a button, and through autofill in the email field. Both need
 * script, so neither is rendered before it has loaded.
 */
import { KeyRound } from "lucide-react";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { useSearchParams } from "react-router";
import { returnPath } from "#core/text/return-path.ts";
import { problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { canUsePasskeys, offerPasskeys, signInWithPasskey, withdrawOffer } from "./passkeys.ts";

const never = () => () => {};

export function useCanUsePasskeys(): boolean {
  return useSyncExternalStore(never, canUsePasskeys, () => false);
}

export function PasskeySignIn() {
  const canUse = useCanUsePasskeys();
  const [search] = useSearchParams();
  const back = returnPath(search.get("from"));
  const { isPending, refusal, follow } = useFollow(() => location.assign(back));

  const offer = useEffectEvent(() => void follow(offerPasskeys(), true));
  useEffect(() => {
    offer();
    return withdrawOffer;
  }, []);

  if (!canUse) return null;
  return (
    <div className="mt-6">
      <Button size="large" className="w-full" pending={isPending} onClick={() => void follow(signInWithPasskey())}>
        <KeyRound />
        Use a passkey
      </Button>
      {refusal !== null && (
        <p role="alert" className="mt-3 text-center text-danger">
          {refusal}
        </p>
      )}
    </div>
  );
}

/** Follows a sign-in to its end: navigates on success, shows an error if refused, does nothing if canceled. */
export function useFollow(onIn: (email: string) => void) {
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function follow(signingIn: Promise<string | null>, isQuiet = false): Promise<void> {
    setPending(!isQuiet);
    setRefusal(null);
    try {
      const email = await signingIn;
      if (email !== null) onIn(email);
    } catch (error) {
      setRefusal(sentenceOf(problemIn(error)));
    } finally {
      setPending(false);
    }
  }
  return { isPending, refusal, follow };
}
