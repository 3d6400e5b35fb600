/* The parts of a chat that are there once it has a message. */
export { answerForClipboard, copyWords } from "./copied-answer.ts";
export { MessageLog } from "./message-log.tsx";
