/* What a reader throws when a file cannot be read: its message is a whole sentence for the person who gave the file. */
export class Unreadable extends Error {}
