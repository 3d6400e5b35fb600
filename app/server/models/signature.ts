/*
 * Providers hand out signatures over their reasoning and want them back
 * unread. A chat may change its model in the middle, and a signature shown to
 * another provider, or to another model of the same one, is refused together
 * with the whole request. So each is kept with the name of the model it is for.
 */
const separator = "\n";

export function sealSignature(model: string, signature: string): string {
  return `${model}${separator}${signature}`;
}

/** The provider's signature, or undefined if it was made by another model. */
export function openSignature(model: string, sealed: string | undefined): string | undefined {
  const prefix = model + separator;
  return sealed?.startsWith(prefix) ? sealed.slice(prefix.length) : undefined;
}
