/* Stands in for the parser's written-out tables of punctuation and symbols, which the browser knows itself. */
export const P = /\p{P}/u;
export const S = /\p{S}/u;
