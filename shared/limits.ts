/**
 * Limits of what is given to the service (interface.md, Limits; behaviour.md §8). The client checks the same ones. Lengths
 * are in characters: Unicode code points.
 */

/** Of a first or last name. */
export const MAX_NAME = 64;
export const MAX_ABOUT = 140;
export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 256;
export const MAX_PASSKEY_NAME = 64;
/** Of a mail address (RFC 5321: a path of 256 with its brackets). */
export const MAX_MAIL_ADDRESS = 254;

export const MAX_CHAT_TITLE = 128;
export const MAX_CHAT_DESCRIPTION = 255;
/** Of an administrator. */
export const MAX_CUSTOM_TITLE = 16;

export const MAX_LINK_NAME = 32;
/** Joins by one invite link. */
export const MAX_LINK_MEMBERS = 99_999;
/** Sign-ups with one invitation, and the chats that it leads to. It can be passed on, so it has limits. */
export const MAX_INVITATION_USES = 1000;
/** Addresses of one call that mails invitations. */
export const MAX_INVITED_ADDRESSES = 20;
export const MAX_INVITATION_CHATS = 20;

/** Of a message and of a draft. */
export const MAX_TEXT = 4096;
export const MAX_CAPTION = 1024;
/** Elements of an album. */
export const MAX_ALBUM = 10;
/** The largest peak of a waveform: five bits, the resolution of a bar on a screen. */
export const MAX_PEAK = 31;
/** The accuracy of a location, in metres. */
export const MAX_ACCURACY_M = 1500;

/** Messages that one call deletes. */
export const MAX_DELETED_MESSAGES = 100;
/** Messages that one call forwards or copies. */
export const MAX_FORWARDED_MESSAGES = 100;
/** People and bots that a button of a keyboard can ask for. */
export const MAX_SHARED_USERS = 10;
/** Chats that one call of `markDelivered` reports. A client that was offline for long makes several calls. */
export const MAX_DELIVERED_CHATS = 100;
/** Chats that a client can send to `listChats`: each pair makes three of the ten thousand JSON values of a body. */
export const MAX_KNOWN_CHATS = 3000;
/** The most users that `addMembers` adds at once. Each costs a few statements of one transaction, and the service message names them all. */
export const MAX_ADDED_MEMBERS = 100;

/** The largest lengths of a bot's settings, and the largest number of commands. */
export const BOT_LIMITS = {
  name: 64,
  description: 512,
  short_description: 120,
  commands: 100,
  command: 32,
  command_description: 256,
} as const;

/** The name of a world. */
export const MAX_WORLD_NAME = 64;

/** Of a period after which data is deleted: a hundred years. */
export const MAX_RETENTION_DAYS = 36_500;
/** Of the reason of a legal hold. */
export const MAX_HOLD_REASON = 255;
