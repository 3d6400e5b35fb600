/* Stands in for the parser's spelling of foreign host names: the browser spells them itself when a link is set. */
const same = (name: string): string => name;
const punycode = { toASCII: same, toUnicode: same };
// eslint-disable-next-line import/no-default-export -- the parser imports the default
export default punycode;
