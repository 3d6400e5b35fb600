/* Thrown by readers for a file they can't read; the message is a full sentence for the person who uploaded it. */
export class Unreadable extends Error {}
