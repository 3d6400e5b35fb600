/* Replaces the parser's punycode library: the browser encodes international host names itself when a link is set. */
const same = (name: string): string => name;
const punycode = { toASCII: same, toUnicode: same };
// eslint-disable-next-line import/no-default-export -- the parser imports the default
export default punycode;
