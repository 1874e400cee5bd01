/** The refusals of methods: code, error text, and meaning for the reference page. */
import { MEMBER_REFUSALS } from "./members/refusals.ts";
import { PASSKEY_REFUSALS } from "./passkey-refusals.ts";

export interface RefusalText {
  readonly code: 400 | 401 | 403 | 404 | 409 | 413;
  /** The sentence after the prefix; `{}` is replaced by the refusal's detail. */
  readonly text: string;
  readonly meaning: string;
}

const GENERAL = {
  UNAUTHORIZED: { code: 401, text: "Unauthorized", meaning: "The token is missing, wrong, or was regenerated." },
  CHAT_NOT_FOUND: { code: 404, text: "chat not found", meaning: "No chat has this id or user name." },
  USER_NOT_FOUND: { code: 404, text: "user not found", meaning: "No person or bot has this id." },
  RETENTION_OUT_OF_BOUNDS: {
    code: 400,
    text: "the period is out of bounds",
    meaning: "The service allows no such period, or its shortest period is longer than its longest.",
  },
  RETENTION_NOT_CHOSEN: {
    code: 403,
    text: "the service chooses the period",
    meaning: "Owners of chats choose no period on this service, or one of its owners has chosen it for this chat.",
  },
  HOLD_NOT_FOUND: { code: 404, text: "hold not found", meaning: "The chat or person is under no legal hold." },
  TOO_MANY_HOLDS: { code: 400, text: "too many holds", meaning: "The service has as many legal holds as it may have." },
  CALL_NOT_FOUND: {
    code: 404,
    text: "call not found",
    meaning: "No call has this id, or its record was removed to make room.",
  },
  ATTEMPT_NOT_FOUND: {
    code: 404,
    text: "webhook attempt not found",
    meaning: "No webhook attempt has this id, or its record was removed to make room.",
  },
  NO_WEBHOOK: { code: 409, text: "the bot has no webhook", meaning: "The bot has no webhook, or is suspended." },
  FAULT_NOT_FOUND: { code: 404, text: "fault rule not found", meaning: "No fault rule has this id." },
  WORLD_NOT_FOUND: { code: 404, text: "world not found", meaning: "No world has this name." },
  WORLD_EXISTS: { code: 409, text: "a world of this name exists", meaning: "Drop that world, or take another name." },
  MAIN_WORLD: { code: 400, text: "the main world can't be dropped", meaning: "The main world ends with the service." },
  TOO_MANY_WORLDS: {
    code: 403,
    text: "too many worlds",
    meaning: "The process has as many worlds as it may have: drop some.",
  },
  SNAPSHOT_NOT_FOUND: { code: 404, text: "snapshot not found", meaning: "The world has no snapshot of this name." },
  TOO_MANY_SNAPSHOTS: {
    code: 403,
    text: "too many snapshots",
    meaning: "The world has as many snapshots as one may have, or they are too large together.",
  },
  NO_SNAPSHOTS: {
    code: 400,
    text: "the world can't be saved or set back",
    meaning: "The store of the world is not in memory, or this version of Node.js cannot serialize a database.",
  },
  CALL_NOT_REPEATABLE: {
    code: 400,
    text: "the call cannot be repeated",
    meaning: "Only calls of bots that are active, without files and with recorded parameters can be repeated.",
  },
  BOT_BLOCKED: { code: 403, text: "bot was blocked by the user", meaning: "The person blocked the bot." },
  USER_DEACTIVATED: { code: 403, text: "user is deactivated", meaning: "The person's account is suspended." },
  CHAT_HAS_OWNER: {
    code: 400,
    text: "the chat has an owner",
    meaning: "Owners of the service take over or delete only chats whose creator has left or is suspended.",
  },
  NOT_ADMINISTRATOR: {
    code: 403,
    text: "not enough rights: administrator rights are needed",
    meaning: "Only administrators may do this.",
  },
  SENDER_CHAT_INVALID: {
    code: 400,
    text: "PARTICIPANT_ID_INVALID",
    meaning: "The id is that of a person, of a bot, or of the chat itself.",
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
  SHARING_IN_PRIVATE_ONLY: {
    code: 400,
    text: "{} can be requested in private chats only",
    meaning: "Buttons that ask for users or for a chat exist only in the private chat of a person and a bot.",
  },
  USER_NOT_SHARABLE: {
    code: 400,
    text: "the user can't be shared: the button asks for others",
    meaning:
      "There is no such user, or the user is suspended, is the bot itself, or is not of the kind that is asked for.",
  },
  CHAT_NOT_SHARABLE: {
    code: 400,
    text: "the chat can't be shared: the button asks for others",
    meaning:
      "You are not in the chat, or the chat, your rights there or those of the bot are not what the button asks for.",
  },
  DRAFT_PEER_INVALID: {
    code: 400,
    text: "TEXTDRAFT_PEER_INVALID",
    meaning: "Channels show no drafts, and groups none of a bot that sends as the group: it would reveal who writes.",
  },
  USERNAME_TAKEN: { code: 400, text: "username is already taken", meaning: "Somebody else has this user name." },
  BOT_JOINS_NO_GROUPS: {
    code: 403,
    text: "bot can't be added to groups",
    meaning: "The bot's owner does not allow adding it to groups and channels.",
  },
  BOT_NOT_FOUND: { code: 404, text: "bot not found", meaning: "You own no such bot." },
  TOO_MANY_BOTS: { code: 403, text: "too many bots", meaning: "You own as many bots as one person may own here." },
  TOO_MANY_CHATS: {
    code: 400,
    text: "too many chats",
    meaning: "You own as many groups and channels as one person may own here.",
  },
  OWNER_OF_TOO_MANY_CHATS: {
    code: 400,
    text: "user owns too many chats",
    meaning: "The person owns as many groups and channels as one person may own here.",
  },
  TOO_MANY_INVITATIONS: {
    code: 403,
    text: "too many invitations",
    meaning: "You have as many open invitations as one person may have.",
  },
  TOO_MANY_LINKS: {
    code: 400,
    text: "too many invite links",
    meaning: "The chat has as many active invite links as it can have.",
  },
  BOT_OWNS_NOTHING: { code: 400, text: "bots can't own chats", meaning: "A chat is owned by a person." },
  WRONG_PASSWORD: {
    code: 401,
    text: "Unauthorized",
    meaning: "The user name or the password is wrong.",
  },
  PASSWORD_SIGN_IN_OFF: {
    code: 403,
    text: "sign-in by password is off",
    meaning: "People sign in here with an OpenID provider: sign-in by password is off.",
  },
  NO_OTHER_SIGN_IN: {
    code: 400,
    text: "no other way to sign in",
    meaning:
      "Add a passkey, or connect your own account to an OpenID provider first: without a password you could not sign in any more.",
  },
  ONLY_SIGN_IN: {
    code: 400,
    text: "the only way to sign in",
    meaning: "The account has no other way to sign in.",
  },
  PROVIDER_NOT_FOUND: {
    code: 404,
    text: "provider not found",
    meaning: "The service has no OpenID provider of this id.",
  },
  IDENTITY_NOT_FOUND: {
    code: 404,
    text: "identity not found",
    meaning: "Your account is not connected to this OpenID provider.",
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
  CONSOLE_OFF: {
    code: 409,
    text: "the developer console is off",
    meaning: "The developer console is off: nothing is recorded until an owner enables it.",
  },
  CANT_SUSPEND_SELF: { code: 400, text: "can't suspend self", meaning: "Nobody can suspend themselves." },
  CANT_ERASE_SELF: {
    code: 400,
    text: "can't erase self",
    meaning: "Call deleteAccount, which asks for the password.",
  },
  USER_ERASED: { code: 400, text: "user is erased", meaning: "The person was erased, which cannot be taken back." },
  ACCOUNT_KEPT: {
    code: 403,
    text: "the account can't be deleted",
    meaning: "The account has to be kept: ask an owner of the service.",
  },
  PASSWORD_WRONG: { code: 403, text: "the password is wrong", meaning: "This is not the password of the account." },
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
  NO_MAIL: {
    code: 400,
    text: "the service sends no mail",
    meaning: "The service sends no mail: no mail server is set.",
  },
  NO_MAIL_ADDRESS: { code: 400, text: "no mail address", meaning: "You have no verified mail address." },
  MAIL_ADDRESS_INVALID: {
    code: 400,
    text: "the mail address is not accepted",
    meaning: "What is given is no mail address as name@example.org, or one of a form that few mail servers deliver to.",
  },
  MAIL_CODE_INVALID: {
    code: 403,
    text: "the code is not valid any more",
    meaning: "The link was used or replaced, has expired, or never existed.",
  },
  MAIL_ADDRESS_TAKEN: {
    code: 400,
    text: "the mail address is taken",
    meaning: "Another account has this mail address.",
  },
  INVITATION_NOT_FOUND: { code: 404, text: "invitation not found", meaning: "No open invitation has this id." },
  SESSION_NOT_FOUND: { code: 404, text: "session not found", meaning: "The person has no such session." },
  SUBSCRIPTION_NOT_FOUND: {
    code: 404,
    text: "subscription not found",
    meaning: "No device of the person has this subscription to pushes.",
  },
  CHALLENGE_INVALID: {
    code: 403,
    text: "start again",
    meaning: "The step before was too long ago, or has been overtaken, as by a new password: start again.",
  },
  SECOND_FACTOR_WRONG: {
    code: 403,
    text: "the code is wrong",
    meaning: "The code is wrong, was used already, or its time is over.",
  },
  DEVICE_CODE_INVALID: {
    code: 403,
    text: "the code is not valid any more",
    meaning: "The code was used or replaced, has expired, or the session that showed it has ended.",
  },
  DEVICE_REFUSED: { code: 403, text: "refused on the other device", meaning: "The person has refused this device." },
  DEVICE_WAITING: {
    code: 409,
    text: "a device is waiting",
    meaning: "A device has claimed this session's code. Confirm or refuse it first.",
  },
  DEVICE_NOT_WAITING: {
    code: 400,
    text: "no such device is waiting",
    meaning: "No device with this number waits for an answer any more.",
  },
  SECOND_FACTOR_MISSING: {
    code: 403,
    text: "set up a second factor first",
    meaning: "The service requires a second factor, which the person has not set up. Who has one lets devices in.",
  },
  NO_SECOND_FACTOR: { code: 400, text: "there is no second factor", meaning: "The person has no second factor." },
  SECOND_FACTOR_OWN: {
    code: 400,
    text: "this is your own second factor",
    meaning: "Owners remove their own second factor by deleteSecondFactor, which asks for the password.",
  },
  SECOND_FACTOR_REQUIRED: {
    code: 403,
    text: "a second factor is required",
    meaning: "This service requires a second factor: set up another one in place of it.",
  },
  OWN_SECOND_FACTOR_NEEDED: {
    code: 400,
    text: "you have no second factor",
    meaning: "Set up your own second factor first: you would be the first to be asked for it.",
  },
  OLD_PASSWORD_WRONG: { code: 400, text: "the old password is wrong", meaning: "The old password is wrong." },
  GROUP_STAYS_ALIKE: {
    code: 400,
    text: "message can't be edited: the other messages of its group are of another kind",
    meaning: "In an album, a file can be replaced only by a file of a kind that the album allows.",
  },
  NO_PROFILE_PHOTO: { code: 400, text: "profile photo is not set", meaning: "There is no photo." },
  NO_CHAT_PHOTO: { code: 400, text: "chat photo is not set", meaning: "The chat has no photo." },
  QUERY_TOO_OLD: {
    code: 400,
    text: "query is too old and response timeout expired or query ID is invalid",
    meaning: "The callback query was answered already, belongs to another bot, or is older than 150 seconds.",
  },
  CONTENT_TOO_LONG: {
    code: 400,
    text: "message is too long: its entities and buttons are too long together",
    meaning: "The formatting, links and buttons of a message have at most 192 KiB together, as JSON.",
  },
  ANSWER_TOO_LONG: {
    code: 400,
    text: "MESSAGE_TOO_LONG",
    meaning: "An answer to a callback query has at most 200 characters.",
  },
  LINK_NOT_FOUND: { code: 404, text: "invite link not found", meaning: "The chat has no such invite link." },
  LINK_NOT_OWN: {
    code: 403,
    text: "not enough rights to edit the invite link",
    meaning: "Only the creator of an invite link may edit it.",
  },
  LINK_IS_PRIMARY: {
    code: 400,
    text: "the primary invite link can't be edited",
    meaning: "A primary link has no name and no limits. exportChatInviteLink replaces it.",
  },
  LINK_REVOKED: { code: 400, text: "the invite link is revoked", meaning: "A revoked invite link cannot be edited." },
  REQUEST_NEEDED: {
    code: 400,
    text: "the invite link needs the approval of an administrator",
    meaning: "This link needs a join request first (askToJoin).",
  },
  REQUEST_NOT_NEEDED: {
    code: 400,
    text: "the invite link needs no approval",
    meaning: "This link needs no join request (joinChat).",
  },
  WEBHOOK_ACTIVE: {
    code: 409,
    text: "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    meaning: "The bot's updates go to its webhook.",
  },
  OTHER_POLL: {
    code: 409,
    text: "terminated by other getUpdates request; make sure that only one bot instance is running",
    meaning: "A newer getUpdates call replaced this one.",
  },
  WEBHOOK_SET: {
    code: 409,
    text: "terminated by setWebhook request",
    meaning: "A webhook was set while the call waited.",
  },
  BAD_TEXT: { code: 400, text: "{}", meaning: "The text or its entities cannot be used; the sentence says why." },
  BAD_MEDIA: { code: 400, text: "{}", meaning: "The file cannot be used; the sentence says why." },
  FILE_TOO_BIG: { code: 413, text: "file is too big", meaning: "The file is over the limit of its kind." },
  WRONG_FILE_ID: {
    code: 400,
    text: "wrong file identifier/HTTP URL specified",
    meaning: "The file_id is invalid, of another kind, or belongs to another bot.",
  },
  REPLY_NOT_FOUND: {
    code: 400,
    text: "message to be replied not found",
    meaning: "The message to reply to does not exist and allow_sending_without_reply was not given.",
  },
  MESSAGE_NOT_FOUND: { code: 404, text: "message {} not found", meaning: "The chat has no such message." },
  EDIT_IMPOSSIBLE: { code: 400, text: "message can't be edited", meaning: "Messages of this kind cannot be edited." },
  LIVE_PERIOD_INVALID: {
    code: 400,
    text: "wrong live location period specified",
    meaning: "The period exceeds the one before by more than a day, or it ends in more than 90 days.",
  },
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
    meaning: "Service messages cannot be forwarded.",
  },
  FORWARD_PROTECTED: {
    code: 400,
    text: "message has protected content and can't be forwarded",
    meaning: "The sender protected the message against forwarding.",
  },
  NOTHING_TO_FORWARD: {
    code: 400,
    text: "there are no messages to {}",
    meaning: "None of the messages exists and may be forwarded or copied.",
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
    meaning: "The person has pinned as many chats as one person can pin.",
  },
  REACTION_IMPOSSIBLE: {
    code: 400,
    text: "MESSAGE_NOT_REACTABLE: service messages can't be reacted to",
    meaning: "Service messages have no reactions.",
  },
  TOO_MANY_REACTIONS: {
    code: 400,
    text: "REACTIONS_TOO_MANY: at most {} can be set on a message",
    meaning: "A bot sets at most one reaction on a message, a person at most three.",
  },
  REACTION_NOT_ALLOWED: {
    code: 400,
    text: "REACTION_INVALID: {} is not among the available reactions of the chat",
    meaning: "The chat's available reactions do not include it.",
  },
  TOO_MANY_REACTION_KINDS: {
    code: 400,
    text: "REACTIONS_TOO_MANY: the message has as many different reactions as it can have",
    meaning: "A message has at most eleven different reactions.",
  },
  REACTORS_NOT_TOLD: {
    code: 400,
    text: "reactions are anonymous in channels",
    meaning: "Channels do not say who reacted.",
  },
  READERS_NOT_TOLD: {
    code: 400,
    text: "readers are told in private chats and small groups only",
    meaning: "Channels and large groups have no read receipts.",
  },
  NOT_A_FORUM: { code: 400, text: "the chat is not a forum", meaning: "The chat has no topics." },
  THREAD_NOT_FOUND: {
    code: 400,
    text: "message thread not found",
    meaning: "The chat has no topic with this message_thread_id. To write in General, leave the parameter out.",
  },
  TOPIC_CLOSED: {
    code: 400,
    text: "TOPIC_CLOSED",
    meaning: "The topic is closed, and the caller may not manage it.",
  },
  TOPIC_NOT_MODIFIED: { code: 400, text: "TOPIC_NOT_MODIFIED", meaning: "The topic is as the call wants it already." },
  TOPIC_IS_GENERAL: {
    code: 400,
    text: "the topic General can't be changed by this method",
    meaning: "General has methods of its own, and cannot be deleted.",
  },
  TOO_MANY_TOPICS: { code: 400, text: "too many topics", meaning: "The chat has as many topics as one chat may have." },
  WRONG_CHAT_TYPE: { code: 400, text: "method is available only for {}", meaning: "The chat is of another type." },
} as const satisfies Record<string, RefusalText>;

export const REFUSALS = { ...GENERAL, ...PASSKEY_REFUSALS, ...MEMBER_REFUSALS };
export type Refusal = keyof typeof REFUSALS;

/** Ends a call with a refusal. It accepts only the refusals that the method declares. */
export type Fail<R extends Refusal> = (name: R, detail?: string) => never;

/** A refusal, thrown out of the transaction so that it rolls back. */
export class RefusalError extends Error {
  readonly refusal: Refusal;
  readonly detail: string | undefined;

  constructor(refusal: Refusal, detail?: string) {
    super(refusal);
    this.refusal = refusal;
    this.detail = detail;
  }
}

/** Ends a call with a refusal. @throws RefusalError */
export function refuse(name: Refusal, detail?: string): never {
  throw new RefusalError(name, detail);
}
