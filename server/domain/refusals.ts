/** Every "no" a method can answer: its code, its words, and what it means to the caller. */
import { MEMBER_REFUSALS } from "./members/refusals.ts";

export interface RefusalText {
  readonly code: 400 | 401 | 403 | 404 | 409 | 413;
  /** The sentence after the prefix; `{}` stands for the detail that the rule gives. */
  readonly text: string;
  readonly meaning: string;
}

const OWN = {
  UNAUTHORIZED: { code: 401, text: "Unauthorized", meaning: "The token is missing, wrong, or was regenerated." },
  CHAT_NOT_FOUND: { code: 404, text: "chat not found", meaning: "No chat has this id or user name." },
  USER_NOT_FOUND: { code: 404, text: "user not found", meaning: "No person or bot has this id." },
  BOT_BLOCKED: { code: 403, text: "bot was blocked by the user", meaning: "The person blocked the bot." },
  USER_DEACTIVATED: { code: 403, text: "user is deactivated", meaning: "The person's account is suspended." },
  NOT_ADMINISTRATOR: {
    code: 403,
    text: "not enough rights: administrator rights are needed",
    meaning: "Only administrators may do this.",
  },
  BOT_TO_BOT: { code: 403, text: "bot can't send messages to bots", meaning: "Bots never talk to each other." },
  NO_ADMINISTRATORS: {
    code: 400,
    text: "there are no administrators in the private chat",
    meaning: "Private chats have no administrators.",
  },
  CHAT_NOT_MODIFIED: { code: 400, text: "chat title is not modified", meaning: "The chat has this title already." },
  DESCRIPTION_NOT_MODIFIED: {
    code: 400,
    text: "chat description is not modified",
    meaning: "The chat has this description already.",
  },
  BUTTON_NOT_FOUND: { code: 400, text: "BUTTON_DATA_INVALID", meaning: "The message has no such button." },
  USERNAME_TAKEN: { code: 400, text: "username is already taken", meaning: "Somebody else has this user name." },
  BOT_JOINS_NO_GROUPS: {
    code: 403,
    text: "bot can't be added to groups",
    meaning: "The bot's owner lets nobody add it to groups and channels.",
  },
  BOT_NOT_FOUND: { code: 404, text: "bot not found", meaning: "You own no such bot." },
  TOO_MANY_BOTS: { code: 403, text: "too many bots", meaning: "You own as many bots as one person may own here." },
  TOO_MANY_CHATS: {
    code: 400,
    text: "too many chats",
    meaning: "You own as many groups and channels as one person may own here.",
  },
  TOO_MANY_INVITATIONS: {
    code: 403,
    text: "too many invitations",
    meaning: "As many of your invitations are open as may be at once.",
  },
  TOO_MANY_LINKS: {
    code: 400,
    text: "too many invite links",
    meaning: "The chat has as many working invite links as it can have.",
  },
  BOT_OWNS_NOTHING: { code: 400, text: "bots can't own chats", meaning: "A chat is owned by a person." },
  WRONG_PASSWORD: {
    code: 401,
    text: "Unauthorized",
    meaning: "The user name or the password is wrong.",
  },
  INVITATION_INVALID: {
    code: 403,
    text: "the invitation is not valid any more",
    meaning: "The invitation was used, has expired, or never existed.",
  },
  INVITATION_NEEDED: {
    code: 403,
    text: "an invitation is needed",
    meaning: "People sign up here by invitation only.",
  },
  OWNER_RIGHTS_NEEDED: {
    code: 403,
    text: "only the owner of the service may do this",
    meaning: "Only owners of the service may do this.",
  },
  CANT_SUSPEND_SELF: { code: 400, text: "can't suspend self", meaning: "Nobody can suspend themselves." },
  LAST_OWNER: {
    code: 400,
    text: "the service must have an owner",
    meaning: "This is the only owner of the service who can act: make somebody else an owner first.",
  },
  RESET_INVALID: {
    code: 403,
    text: "the code is not valid any more",
    meaning: "The code was used or replaced, has expired, or never existed.",
  },
  INVITATION_NOT_FOUND: { code: 404, text: "invitation not found", meaning: "No open invitation has this id." },
  SESSION_NOT_FOUND: { code: 404, text: "session not found", meaning: "The person has no such session." },
  OLD_PASSWORD_WRONG: { code: 400, text: "the old password is wrong", meaning: "The old password is wrong." },
  GROUP_STAYS_ALIKE: {
    code: 400,
    text: "message can't be edited: the other messages of its group are of another kind",
    meaning: "In an album, a file can be replaced only by one that may stand in the album.",
  },
  NO_PROFILE_PHOTO: { code: 400, text: "profile photo is not set", meaning: "There is no photo." },
  NO_CHAT_PHOTO: { code: 400, text: "chat photo is not set", meaning: "The chat has no photo." },
  QUERY_TOO_OLD: {
    code: 400,
    text: "query is too old and response timeout expired or query ID is invalid",
    meaning: "The press was answered already, is another bot's, or is older than 150 seconds.",
  },
  ANSWER_TOO_LONG: { code: 400, text: "MESSAGE_TOO_LONG", meaning: "An answer to a press has at most 200 characters." },
  LINK_NOT_FOUND: { code: 404, text: "invite link not found", meaning: "The chat has no such invite link." },
  REQUEST_NEEDED: {
    code: 400,
    text: "the invite link needs the approval of an administrator",
    meaning: "Who comes by this link asks to join first (askToJoin).",
  },
  REQUEST_NOT_NEEDED: {
    code: 400,
    text: "the invite link needs no approval",
    meaning: "Who comes by this link joins at once (joinChat).",
  },
  WEBHOOK_ACTIVE: {
    code: 409,
    text: "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    meaning: "The bot's updates go to its webhook.",
  },
  OTHER_POLL: {
    code: 409,
    text: "terminated by other getUpdates request; make sure that only one bot instance is running",
    meaning: "A newer getUpdates took this one's place.",
  },
  WEBHOOK_SET: { code: 409, text: "terminated by setWebhook request", meaning: "A webhook was set meanwhile." },
  BAD_TEXT: { code: 400, text: "{}", meaning: "The text or its entities cannot be used; the sentence says why." },
  BAD_MEDIA: { code: 400, text: "{}", meaning: "The file cannot be used; the sentence says why." },
  FILE_TOO_BIG: { code: 413, text: "file is too big", meaning: "The file is over the limit of its kind." },
  WRONG_FILE_ID: {
    code: 400,
    text: "wrong file identifier/HTTP URL specified",
    meaning: "The file_id is another bot's, of another kind, or none.",
  },
  REPLY_NOT_FOUND: {
    code: 400,
    text: "message to be replied not found",
    meaning: "The message to reply to does not exist and allow_sending_without_reply was not given.",
  },
  MESSAGE_NOT_FOUND: { code: 404, text: "message {} not found", meaning: "The chat has no such message." },
  EDIT_IMPOSSIBLE: { code: 400, text: "message can't be edited", meaning: "Messages of this sort cannot be edited." },
  INLINE_KEYBOARD_EXPECTED: {
    code: 400,
    text: "inline keyboard expected",
    meaning: "An edited message can carry an inline keyboard only.",
  },
  PIN_IMPOSSIBLE: {
    code: 400,
    text: "a service message can't be pinned",
    meaning: "Service messages cannot be pinned.",
  },
  FORWARD_IMPOSSIBLE: {
    code: 400,
    text: "message can't be forwarded",
    meaning: "Service messages stay where they are.",
  },
  FORWARD_PROTECTED: {
    code: 400,
    text: "message has protected content and can't be forwarded",
    meaning: "The sender asked for the message to stay in its chat.",
  },
  NO_TEXT_TO_EDIT: {
    code: 400,
    text: "there is no text in the message to edit",
    meaning: "The message has media: edit its caption.",
  },
  NO_CAPTION_TO_EDIT: {
    code: 400,
    text: "there is no caption in the message to edit",
    meaning: "The message has no media: edit its text.",
  },
  NOT_MODIFIED: {
    code: 400,
    text: "message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
    meaning: "The edit would change nothing.",
  },
  TOO_MANY_PINNED_CHATS: {
    code: 400,
    text: "too many pinned chats",
    meaning: "The person's list has as many pinned chats as it can have.",
  },
  READERS_NOT_TOLD: {
    code: 400,
    text: "readers are told in private chats and small groups only",
    meaning: "In channels and large groups nobody is told who has read a message.",
  },
  WRONG_CHAT_TYPE: { code: 400, text: "method is available only for {}", meaning: "The chat is of another type." },
} as const satisfies Record<string, RefusalText>;

export const REFUSALS = { ...OWN, ...MEMBER_REFUSALS };
export type Refusal = keyof typeof REFUSALS;

/** Ends a call with a refusal. It accepts exactly the names the caller declared. */
export type Fail<R extends Refusal> = (name: R, detail?: string) => never;

/** A refusal on its way out of a transaction, whose change it undoes. */
export class Refused extends Error {
  readonly refusal: Refusal;
  readonly detail: string | undefined;

  constructor(refusal: Refusal, detail?: string) {
    super(refusal);
    this.refusal = refusal;
    this.detail = detail;
  }
}

/** Ends a call with a refusal. @throws Refused */
export function refuse(name: Refusal, detail?: string): never {
  throw new Refused(name, detail);
}
