/*
 * Providers sign their reasoning and want the signature back unread. A chat may switch models, and
 * a signature sent to another provider or model makes it reject the whole request, so each is
 * stored with the model it belongs to.
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
