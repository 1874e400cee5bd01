/** Every refusal with its code and the error text of the bot API (behaviour.md §1); `{}` is any word. */
import { readTable } from "./table.ts";

const ERRORS = readTable(`
refusal                  | code | text
UNAUTHORIZED             | 401  | Unauthorized
WRONG_PASSWORD           | 401  | Unauthorized
CHAT_NOT_FOUND           | 404  | chat not found
USER_NOT_FOUND           | 404  | user not found
MESSAGE_NOT_FOUND        | 404  | message {} not found
LINK_NOT_FOUND           | 404  | invite link not found
LINK_NOT_OWN             | 403  | not enough rights to edit the invite link
LINK_IS_PRIMARY          | 400  | the primary invite link can't be edited
LINK_REVOKED             | 400  | the invite link is revoked
BOT_NOT_FOUND            | 404  | bot not found
INVITATION_NOT_FOUND     | 404  | invitation not found
SESSION_NOT_FOUND        | 404  | session not found
SUBSCRIPTION_NOT_FOUND   | 404  | subscription not found
NOT_A_MEMBER             | 403  | bot is not a member of the {} chat
KICKED                   | 403  | bot was kicked from the {} chat
CHAT_HAS_OWNER           | 400  | the chat has an owner
NOT_STARTED              | 403  | bot can't initiate conversation with a user
BOT_BLOCKED              | 403  | bot was blocked by the user
BOT_TO_BOT               | 403  | bot can't send messages to bots
USER_DEACTIVATED         | 403  | user is deactivated
CANT_SEND_TEXT           | 403  | not enough rights to send text messages to the chat
CANT_SEND_PHOTOS         | 403  | not enough rights to send photos to the chat
CANT_SEND_VIDEOS         | 403  | not enough rights to send videos to the chat
CANT_SEND_OTHER          | 403  | not enough rights to send stickers and animations to the chat
CANT_SEND_AUDIOS         | 403  | not enough rights to send music to the chat
CANT_SEND_VOICE_NOTES    | 403  | not enough rights to send voice notes to the chat
CANT_SEND_VIDEO_NOTES    | 403  | not enough rights to send video notes to the chat
CANT_SEND_DOCUMENTS      | 403  | not enough rights to send documents to the chat
CANT_POST                | 403  | not enough rights: need administrator rights in the channel chat
CANT_RESTRICT            | 403  | not enough rights to restrict/unrestrict chat member
CANT_PROMOTE             | 403  | not enough rights to promote chat members
CANT_GRANT_RIGHTS        | 403  | not enough rights to grant rights that you do not have
CANT_EDIT_ADMINISTRATOR  | 403  | not enough rights
CANT_EDIT_TITLE          | 403  | not enough rights to change custom title of the user
CANT_CHANGE_INFO         | 403  | not enough rights to change chat title and other information
CANT_INVITE              | 403  | not enough rights to invite users to the chat
CANT_ANSWER_REQUESTS     | 403  | not enough rights to manage chat join requests
CANT_CREATE_TOPICS       | 403  | not enough rights to create a topic
CANT_MANAGE_TOPICS       | 403  | not enough rights to manage topics
CANT_REACT               | 403  | not enough rights to react to messages
CANT_PIN                 | 403  | not enough rights to manage pinned messages in the chat
CANT_MANAGE              | 403  | not enough rights to manage the chat
OWNER_ONLY               | 403  | not enough rights to transfer the chat ownership
NO_PROFILE_PHOTO         | 400  | profile photo is not set
NOT_THE_OWNER            | 403  | not enough rights: only the chat owner can do this
OWNER_EDITS_OWN_TITLE    | 403  | only the owner can edit their custom title
OWNER_RIGHTS_NEEDED      | 403  | only the owner of the service may do this
USER_IS_ADMINISTRATOR    | 403  | not enough rights: user is an administrator of the chat
DELETE_FORBIDDEN         | 403  | message can't be deleted
EDIT_FORBIDDEN           | 403  | message can't be edited
RESET_INVALID            | 403  | the code is not valid any more
PROVIDER_NOT_FOUND       | 404  | provider not found
IDENTITY_NOT_FOUND       | 404  | identity not found
NO_OTHER_SIGN_IN         | 400  | no other way to sign in
INVITATION_NEEDED        | 403  | an invitation is needed
INVITATION_INVALID       | 403  | the invitation is not valid any more
BOT_JOINS_NO_GROUPS      | 403  | bot can't be added to groups
TOO_MANY_BOTS            | 403  | too many bots
TOO_MANY_INVITATIONS     | 403  | too many invitations
EDIT_IMPOSSIBLE          | 400  | message can't be edited
LIVE_PERIOD_INVALID      | 400  | wrong live location period specified
PIN_IMPOSSIBLE           | 400  | a service message can't be pinned
FORWARD_IMPOSSIBLE       | 400  | message can't be forwarded
FORWARD_PROTECTED        | 400  | message has protected content and can't be forwarded
NOTHING_TO_FORWARD       | 400  | there are no messages to {}
REPLY_NOT_FOUND          | 400  | message to be replied not found
CANT_RESTRICT_SELF       | 400  | can't restrict self
CANT_PROMOTE_SELF        | 400  | can't promote self
CANT_REMOVE_OWNER        | 400  | can't remove chat owner
NOT_AN_ADMINISTRATOR     | 400  | user is not an administrator
NO_ADMINISTRATORS        | 400  | there are no administrators in the private chat
USER_NOT_PARTICIPANT     | 400  | USER_NOT_PARTICIPANT
USER_ALREADY_PARTICIPANT | 400  | USER_ALREADY_PARTICIPANT
HIDE_REQUESTER_MISSING   | 400  | HIDE_REQUESTER_MISSING
REQUEST_NEEDED           | 400  | the invite link needs the approval of an administrator
REQUEST_NOT_NEEDED       | 400  | the invite link needs no approval
USER_KICKED              | 400  | user was kicked from the chat and must be unbanned first
ALREADY_OWNER            | 400  | user is already the chat owner
BOT_OWNS_NOTHING         | 400  | bots can't own chats
SUPERGROUPS_ONLY         | 400  | method is available only for supergroups
GROUPS_AND_CHANNELS_ONLY | 400  | method is available for supergroup and channel chats only
TOO_MANY_PINNED_CHATS    | 400  | too many pinned chats
TOO_MANY_CHATS           | 400  | too many chats
OWNER_OF_TOO_MANY_CHATS  | 400  | user owns too many chats
TOO_MANY_LINKS           | 400  | too many invite links
REACTORS_NOT_TOLD        | 400  | reactions are anonymous in channels
REACTION_IMPOSSIBLE      | 400  | MESSAGE_NOT_REACTABLE: service messages can't be reacted to
READERS_NOT_TOLD         | 400  | readers are told in private chats and small groups only
NOT_A_FORUM              | 400  | the chat is not a forum
THREAD_NOT_FOUND         | 400  | message thread not found
BUTTON_NOT_FOUND         | 400  | BUTTON_DATA_INVALID
QUERY_TOO_OLD            | 400  | query is too old and response timeout expired or query ID is invalid
WRONG_FILE_ID            | 400  | wrong file identifier/HTTP URL specified
USER_NOT_SHARABLE        | 400  | the user can't be shared: the button asks for others
CHAT_NOT_SHARABLE        | 400  | the chat can't be shared: the button asks for others
DRAFT_PEER_INVALID       | 400  | TEXTDRAFT_PEER_INVALID
USERNAME_TAKEN           | 400  | username is already taken
CANT_SUSPEND_SELF        | 400  | can't suspend self
RETENTION_OUT_OF_BOUNDS  | 400  | the period is out of bounds
RETENTION_NOT_CHOSEN     | 403  | the service chooses the period
HOLD_NOT_FOUND           | 404  | hold not found
TOO_MANY_HOLDS           | 400  | too many holds
CANT_ERASE_SELF          | 400  | can't erase self
USER_ERASED              | 400  | user is erased
ACCOUNT_KEPT             | 403  | the account can't be deleted
PASSWORD_WRONG           | 403  | the password is wrong
LAST_OWNER               | 400  | the service must have an owner
NO_MAIL_ADDRESS          | 400  | no mail address
MAIL_ADDRESS_INVALID     | 400  | the mail address is not accepted
MAIL_CODE_INVALID        | 403  | the code is not valid any more
MAIL_ADDRESS_TAKEN       | 400  | the mail address is taken
CHALLENGE_INVALID        | 403  | start again
SECOND_FACTOR_WRONG      | 403  | the code is wrong
DEVICE_CODE_INVALID      | 403  | the code is not valid any more
DEVICE_REFUSED           | 403  | refused on the other device
DEVICE_WAITING           | 409  | a device is waiting
DEVICE_NOT_WAITING       | 400  | no such device is waiting
SECOND_FACTOR_MISSING | 403  | set up a second factor first
NO_SECOND_FACTOR         | 400  | there is no second factor
SECOND_FACTOR_OWN        | 400  | this is your own second factor
PASSKEYS_UNAVAILABLE     | 400  | passkeys need a public URL with https and a domain name
PASSKEY_WRONG            | 403  | the passkey was not accepted
PASSKEY_NOT_FOUND        | 404  | passkey not found
PASSKEY_TAKEN            | 400  | the passkey was added already
TOO_MANY_PASSKEYS        | 400  | too many passkeys
SIGN_IN_AGAIN            | 403  | sign in again first
SECOND_FACTOR_REQUIRED   | 403  | a second factor is required
OWN_SECOND_FACTOR_NEEDED | 400  | you have no second factor
OLD_PASSWORD_WRONG       | 400  | the old password is wrong
`);

const PREFIXES: Readonly<Record<number, string>> = {
  400: "Bad Request: ",
  401: "",
  403: "Forbidden: ",
  404: "Not Found: ",
};

/** The expected code and error text of a refusal; a method that does not declare the code returns 400. */
export function errorOf(refusal: string, codes: readonly number[]): { readonly code: number; readonly text: RegExp } {
  const row = ERRORS.get(refusal);
  if (!row) throw new Error(`the table of error texts has no ${refusal}`);
  const own = Number(row.code);
  const code = codes.includes(own) ? own : 400;
  const parts = row.text!.split("{}").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return { code, text: new RegExp(`^${PREFIXES[code]}${parts.join(".+")}$`) };
}
