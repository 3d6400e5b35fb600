/* Replaces the parser's tables of punctuation and symbols, which the browser has built in. */
export const P = /\p{P}/u;
export const S = /\p{S}/u;
