/* Links to sign up and sign in. Both take the typed text along. */
import type { Ref } from "react";
import { href } from "react-router";
import { buttonClass, type ButtonVariant } from "../kit/button.tsx";

type JoinLinksProps = { onLeave: () => void; signUp: ButtonVariant; signUpLink?: Ref<HTMLAnchorElement> };

export function JoinLinks({ onLeave, signUp, signUpLink }: JoinLinksProps) {
  return (
    <>
      <a href={href("/auth/sign-in")} onClick={onLeave} onAuxClick={onLeave} className={buttonClass("quiet")}>
        Log in
      </a>
      <a ref={signUpLink} href={href("/auth/sign-up")} onClick={onLeave} onAuxClick={onLeave} className={buttonClass(signUp)}>
        Sign up
      </a>
    </>
  );
}
