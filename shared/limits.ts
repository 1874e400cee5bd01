/** Limits of what is given to the service, which the client checks too (interface.md, Limits). */

/** The largest lengths of a bot's settings in characters, and the largest number of commands. */
export const BOT_LIMITS = { name: 64, description: 512, commands: 100, command: 32, command_description: 256 } as const;

/** The most users that `addMembers` adds at once. Each costs a few statements of one transaction, and the service message names them all. */
export const MAX_ADDED_MEMBERS = 100;
