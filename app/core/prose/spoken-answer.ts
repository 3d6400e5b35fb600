/* An answer as it is read aloud: the words a reader sees, sentence by sentence, without markers and citation numbers. */
import { guessLanguage } from "./prose-language.ts";
import { markdownWords } from "../text/markdown-words.ts";
import { splitSentences, type ProseLanguage } from "../text/sentences.ts";
import { parseReply, replyText } from "../chat/reply.ts";

/** `language` is undefined if the text is too short to tell, or in a language that is not known here. */
export type SpokenAnswer = { language: ProseLanguage | undefined; sentences: string[] };

const citation = / ?\[\[\d{1,4}\]\]/g;
const language = (text: string) => {
  const guess = guessLanguage(text);
  return guess.isAhead ? guess.language : undefined;
};

export function spokenAnswer(content: string): SpokenAnswer {
  const { text } = markdownWords(replyText(parseReply(content)).replace(citation, ""));
  const spoken = language(text);
  return { language: spoken, sentences: splitSentences(text, spoken).map((one) => one.text.replaceAll(/\s+/g, " ")) };
}
