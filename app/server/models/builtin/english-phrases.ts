/* The built-in editor's phrases in English. */
import type { Phrases } from "./phrases.ts";

export const englishPhrases: Phrases = {
  label: "Stet built-in editor: rules, not a language model.",
  addModel:
    "To add a language model, set OPENAI_API_KEY, ANTHROPIC_API_KEY or GOOGLE_API_KEY, or MODEL_SERVER_URL for a server of your own such as Ollama, and start Stet again.",
  greeting:
    "Hello. I am Stet's built-in editor: rules, not a language model. Paste a text and ask me to proofread it, put it in plainer words or evaluate it; attach a text file and ask about it; or ask for an outline or a legal template.",
  about:
    "I am Stet's built-in editor: rules, not a language model, and I work without a key and without a network.\n\nWhat I can do:\n\n- **Proofread** English (grammar, spelling, punctuation), and Swedish, German and Dutch for doubled words, spacing and unpaired marks\n- **Plain language**: wordy phrases, clichés and machine-made wording, each as a change you can take or leave\n- **Evaluate**: readability, sentence lengths, passive share, defined terms, clause references, numbers and dates that contradict themselves\n- **Answer from attached text files** with verbatim sentences and where they stand\n- **Outlines** for essays, articles, newsletters, blog posts, press releases and more, and **templates** for an NDA, a service agreement, a letter before action, a privacy notice, an employment offer and a board resolution\n\nWhat I cannot do: understand, write prose, summarise, translate or advise.",
  thanks: "Glad it was of use.",
  noText: "There is no text to work on: paste it below your request, attach a text file, or select it in the editor.",
  found: (changes, unsure) =>
    `${changes === 1 ? "One change" : `${changes} changes`} found.${unsure === 0 ? "" : ` ${unsure === changes ? (changes === 1 ? "It is" : "They are") : `${unsure} of them ${unsure === 1 ? "is" : "are"}`} marked “Check”: the rule behind it is wrong about as often as it is right.`}`,
  foundPlain: (changes) => `${changes === 1 ? "One phrase" : `${changes} places`} could be plainer.`,
  nothingFound: "No rule found anything to correct.",
  nothingPlain: "None of the phrases in the tables stands in this text.",
  worthALook: "Worth a look, without a safe change",
  line: "line",
  notJudged: "Not judged: meaning, facts, tone and structure.",
  noGrammar:
    "There is no grammar check for this language without a language model; only doubled words, spacing and unpaired marks were checked.",
  grammarFailed: "The grammar checker failed on this text; only doubled words, spacing and unpaired marks were checked.",
  grammarPartly: (line) =>
    `The text is long: grammar and spelling were checked up to line ${line} only. Ask again with the part that follows.`,
  hiddenSpellings: (count) =>
    `${count} ${count === 1 ? "word that is" : "words that are"} not in the dictionary (names, terms, repeated words) ${count === 1 ? "was" : "were"} left alone.`,
  legalLeftAlone: "The text reads as legal drafting, so words that may carry legal meaning were left alone.",
  shortenLimit: "Only padding that the tables know was cut; to condense what is said needs a language model.",
  evaluated: "What can be measured in this text:",
  shortText: "Under a hundred words, readability figures say little.",
  measure: "Measure",
  value: "Value",
  verifiedShare: (verified, citations) =>
    `Citations in this chat: ${verified} of ${citations} stand word for word in their source.`,
  evaluateLimit: "Not judged: content, argument, style and law.",
  figures: {
    words: "Words",
    sentences: "Sentences",
    paragraphs: "Paragraphs",
    wordsPerSentence: "Words per sentence",
    longest: "Longest sentence, words",
    flesch: "Flesch reading ease",
    grade: "Flesch-Kincaid grade",
    lix: "LIX",
    passive: "Sentences with a passive",
    wordsPerParagraph: "Words per paragraph",
    longSentences: "Sentences over 30 words",
  },
  lengths: "Sentence lengths (up to 10 / 20 / 30 / 40 / more words)",
  longOnes: "Longest sentences",
  checks: {
    unused: "Defined but not used",
    twice: "Defined more than once",
    case: "Defined, but also written in lower case",
    undefined: "Used like a defined term, but not defined",
    missing: "Refers to something that is not in the text",
    figures: "Figures and dates",
    marks: "Unpaired marks",
  },
  doubtful: "Many numbers were not found; the text may have lost its numbering, so take this with care.",
  nothingWrong: "Terms, references, figures and marks: nothing found that contradicts itself.",
  meanings: {},
  excerpts: "The passages that match the question best, word for word. Excerpts, not advice; nothing is concluded from them.",
  excerptsOfText:
    "The sentences of your text that match the question best, word for word. Excerpts, not advice; nothing is concluded from them.",
  notFound:
    "Not found: no passage in what was searched matches this question closely enough. That does not mean that the answer is not there in other words.",
  notFoundText:
    "Not found: no sentence in your text matches this question closely enough. That does not mean that the answer is not there in other words.",
  unreadable: "Not searched",
  under: "under",
  paragraph: "paragraph",
  page: "page",
  textOf: "text of",
  outline: (type, words) => `An outline for this ${type}, about ${words} words, with slots in [square brackets].`,
  outlineNoNotes: "Add your own points as a list and they are put in their places.",
  template: (name, open) => `${name}, a template with ${open} places to fill in [square brackets].`,
  review: "Have it reviewed before you use it.",
  writtenFor: "Written for",
  englishOnly: "The template is in English.",
  proseNeedsModel: "Writing the prose needs a language model.",
  unknownKind: "I have no outline for this. There are",
  cannotSummarize: "A summary needs a language model: rules cannot tell what matters in a text.",
  cannotTranslate: "A translation needs a language model.",
  noSources:
    "No law is chosen to be searched, and I do not answer from memory. Turn on a jurisdiction under StyleGuide, or choose a knowledge source, and ask again. Or attach the act or the contract, and I quote the sentences that bear on your question.",
  cannot:
    "That needs a language model; rules cannot do it. I can proofread, put into plainer words or evaluate a text, quote from attached text files, and lay out outlines and legal templates.",
  failed: "It did not work",
  noWeb: "Nothing was searched on the web: web search is not available here.",
  earlierText: "This is about the draft above.",
};
