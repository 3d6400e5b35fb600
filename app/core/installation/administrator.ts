/** An administrator of the installation, as the others see them. */
export type Administrator = { id: string; name: string; email: string; isMe: boolean };
