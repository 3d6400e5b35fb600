/* Why a tool server could not be used, as sentences of ours: safe to show and to give to a model. */

export class ToolServerFailed extends Error {}

/** What a server says when it refuses a request without a token. */
export type Challenge = { metadataUrl: string | null; scope: string | null };

/** It answered 401, and no sign-in to it is known. */
export class SignInAsked extends ToolServerFailed {
  readonly challenge: Challenge;
  constructor(challenge: Challenge) {
    super("The tool server refused the key, or asks for one.");
    this.challenge = challenge;
  }
}

/** It refuses what it was sent; `scope`: the rights that it asks for beyond those it was given. */
export class AccessRefused extends ToolServerFailed {
  readonly scope: string | null;
  constructor(scope: string | null = null) {
    super("The tool server refused the key, or asks for one.");
    this.scope = scope;
  }
}

/** The person has to sign in, for the first time or again. */
export class SignInNeeded extends ToolServerFailed {
  readonly server: string;
  constructor(server: string) {
    super(`“${server}” asks you to sign in.`);
    this.server = server;
  }
}
