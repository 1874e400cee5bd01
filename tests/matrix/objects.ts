/** The targets of methods: one row for every method with a member or a message as a parameter (behaviour.md §3, §4). */
import { readTable } from "./table.ts";

/**
 * The outcome for each target, for a caller who may call. An asterisk: the owner of the chat is allowed. After a
 * slash: the outcome without `can_restrict_members`. `waiting` has an open join request. `own administrator` was
 * promoted by the caller, `below` by that one, `other administrator` by the owner.
 */
export const TARGETS = readTable(`
method                          | member                   | restricted               | restricted, gone                   | left                   | kicked                 | never there            | waiting              | bot                      | own administrator        | below                    | other administrator      | owner                    | self                     | unknown
restrictChatMember              | ok                       | ok                       | ok                                 | ok                     | ok                     | ok                     | ok                   | ok                       | ok                       | ok                       | USER_IS_ADMINISTRATOR*   | CANT_REMOVE_OWNER        | CANT_RESTRICT_SELF       | USER_NOT_FOUND
banChatMember                   | ok                       | ok                       | ok                                 | ok                     | ok                     | ok                     | ok                   | ok                       | ok                       | ok                       | USER_IS_ADMINISTRATOR*   | CANT_REMOVE_OWNER        | CANT_RESTRICT_SELF       | USER_NOT_FOUND
unbanChatMember                 | ok                       | ok                       | ok                                 | ok                     | ok                     | ok                     | ok                   | ok                       | ok                       | ok                       | USER_IS_ADMINISTRATOR*   | CANT_REMOVE_OWNER        | CANT_RESTRICT_SELF       | USER_NOT_FOUND
promoteChatMember               | ok                       | ok/CANT_RESTRICT         | USER_NOT_PARTICIPANT/CANT_RESTRICT | USER_NOT_PARTICIPANT   | USER_NOT_PARTICIPANT   | USER_NOT_PARTICIPANT   | USER_NOT_PARTICIPANT | ok                       | ok                       | ok                       | CANT_EDIT_ADMINISTRATOR* | CANT_REMOVE_OWNER        | CANT_PROMOTE_SELF        | USER_NOT_FOUND
setChatAdministratorCustomTitle | NOT_AN_ADMINISTRATOR     | NOT_AN_ADMINISTRATOR     | NOT_AN_ADMINISTRATOR               | NOT_AN_ADMINISTRATOR   | NOT_AN_ADMINISTRATOR   | NOT_AN_ADMINISTRATOR   | NOT_AN_ADMINISTRATOR | NOT_AN_ADMINISTRATOR     | ok                       | CANT_EDIT_TITLE*         | CANT_EDIT_TITLE*         | OWNER_EDITS_OWN_TITLE    | CANT_EDIT_TITLE*         | USER_NOT_FOUND
getChatMember                   | ok                       | ok                       | ok                                 | ok                     | ok                     | ok                     | ok                   | ok                       | ok                       | ok                       | ok                       | ok                       | ok                       | USER_NOT_FOUND
getMember                       | ok                       | ok                       | ok                                 | ok                     | ok                     | ok                     | ok                   | ok                       | ok                       | ok                       | ok                       | ok                       | ok                       | USER_NOT_FOUND
addMember                       | ok                       | ok                       | ok                                 | ok                     | USER_KICKED            | ok                     | ok                   | ok                       | ok                       | ok                       | ok                       | ok                       | ok                       | USER_NOT_FOUND
transferOwnership               | ok                       | ok                       | USER_NOT_PARTICIPANT               | USER_NOT_PARTICIPANT   | USER_NOT_PARTICIPANT   | USER_NOT_PARTICIPANT   | USER_NOT_PARTICIPANT | BOT_OWNS_NOTHING         | ok                       | ok                       | ok                       | –                        | ALREADY_OWNER            | USER_NOT_FOUND
approveChatJoinRequest          | HIDE_REQUESTER_MISSING   | HIDE_REQUESTER_MISSING   | HIDE_REQUESTER_MISSING             | HIDE_REQUESTER_MISSING | HIDE_REQUESTER_MISSING | HIDE_REQUESTER_MISSING | ok                   | HIDE_REQUESTER_MISSING   | HIDE_REQUESTER_MISSING   | HIDE_REQUESTER_MISSING   | HIDE_REQUESTER_MISSING   | HIDE_REQUESTER_MISSING   | HIDE_REQUESTER_MISSING   | HIDE_REQUESTER_MISSING
declineChatJoinRequest          | HIDE_REQUESTER_MISSING   | HIDE_REQUESTER_MISSING   | HIDE_REQUESTER_MISSING             | HIDE_REQUESTER_MISSING | HIDE_REQUESTER_MISSING | HIDE_REQUESTER_MISSING | ok                   | HIDE_REQUESTER_MISSING   | HIDE_REQUESTER_MISSING   | HIDE_REQUESTER_MISSING   | HIDE_REQUESTER_MISSING   | HIDE_REQUESTER_MISSING   | HIDE_REQUESTER_MISSING   | HIDE_REQUESTER_MISSING
`);

/**
 * The outcome for each message, for a caller who may call. A right means: allowed with that right, otherwise
 * `DELETE_FORBIDDEN`. `people, post`: another's post in a channel, for a person with that right. `order`: whether an
 * unknown message is refused `first`, before the caller's rights are checked (behaviour.md §1), or `last`, because the
 * message is a parameter of the action and not its target. `whose` is `first`, and the ownership of the message is
 * also checked before the caller's ability to send. `not received` is `received` where a bot may use only messages
 * that it could receive; others do not exist for it.
 */
export const MESSAGES = readTable(`
method                  | order | own              | another's           | people, post      | not received | service             | with a button       | in another chat   | unknown
editMessageText         | whose | ok               | EDIT_FORBIDDEN      | can_edit_messages | –            | EDIT_FORBIDDEN      | –                   | MESSAGE_NOT_FOUND | MESSAGE_NOT_FOUND
editMessageCaption      | whose | ok               | EDIT_FORBIDDEN      | can_edit_messages | –            | EDIT_FORBIDDEN      | –                   | MESSAGE_NOT_FOUND | MESSAGE_NOT_FOUND
editMessageMedia        | whose | ok               | EDIT_FORBIDDEN      | can_edit_messages | –            | EDIT_FORBIDDEN      | –                   | MESSAGE_NOT_FOUND | MESSAGE_NOT_FOUND
editMessageLiveLocation | whose | ok               | EDIT_FORBIDDEN      | can_edit_messages | –            | EDIT_FORBIDDEN      | –                   | MESSAGE_NOT_FOUND | MESSAGE_NOT_FOUND
stopMessageLiveLocation | whose | ok               | EDIT_FORBIDDEN      | can_edit_messages | –            | EDIT_FORBIDDEN      | –                   | MESSAGE_NOT_FOUND | MESSAGE_NOT_FOUND
editMessageReplyMarkup  | whose | ok               | EDIT_FORBIDDEN      | –                 | –            | EDIT_FORBIDDEN      | –                   | MESSAGE_NOT_FOUND | MESSAGE_NOT_FOUND
deleteMessage           | first | ok               | can_delete_messages | –                 | –            | can_delete_messages | can_delete_messages | MESSAGE_NOT_FOUND | MESSAGE_NOT_FOUND
deleteMessages          | last  | ok               | can_delete_messages | –                 | –            | can_delete_messages | can_delete_messages | ok                | ok
pinChatMessage          | first | ok               | ok                  | –                 | received     | PIN_IMPOSSIBLE      | ok                  | MESSAGE_NOT_FOUND | MESSAGE_NOT_FOUND
unpinChatMessage        | last  | ok               | ok                  | –                 | –            | MESSAGE_NOT_FOUND   | MESSAGE_NOT_FOUND   | MESSAGE_NOT_FOUND | MESSAGE_NOT_FOUND
pressButton             | first | BUTTON_NOT_FOUND | BUTTON_NOT_FOUND    | –                 | –            | BUTTON_NOT_FOUND    | ok                  | MESSAGE_NOT_FOUND | MESSAGE_NOT_FOUND
setMessageReaction      | first | ok               | ok                  | –                 | received     | REACTION_IMPOSSIBLE | ok                  | MESSAGE_NOT_FOUND | MESSAGE_NOT_FOUND
readReactions | last | ok | ok | – | – | ok | ok | ok | ok
listReactions           | first | ok               | ok                  | –                 | –            | ok                  | ok                  | MESSAGE_NOT_FOUND | MESSAGE_NOT_FOUND
getReaders              | first | ok               | ok                  | –                 | –            | ok                  | ok                  | MESSAGE_NOT_FOUND | MESSAGE_NOT_FOUND
readMessages            | last  | ok               | ok                  | –                 | –            | ok                  | ok                  | ok                | ok
`);

/**
 * The outcome of copying or forwarding from another chat, by the caller's role there or by the message. `not
 * received`: a bot could not receive it; for people this does not apply.
 */
export const SOURCES = readTable(`
method          | owner | administrator | member | restricted | restricted, gone | left         | kicked | never there  | never there, public | not received       | service            | protected          | in another chat    | unknown            | unknown chat
forwardMessage  | ok    | ok            | ok     | ok         | NOT_A_MEMBER     | NOT_A_MEMBER | KICKED | NOT_A_MEMBER | NOT_A_MEMBER        | MESSAGE_NOT_FOUND  | FORWARD_IMPOSSIBLE | FORWARD_PROTECTED  | MESSAGE_NOT_FOUND  | MESSAGE_NOT_FOUND  | CHAT_NOT_FOUND
forwardMessages | ok    | ok            | ok     | ok         | NOT_A_MEMBER     | NOT_A_MEMBER | KICKED | NOT_A_MEMBER | NOT_A_MEMBER        | NOTHING_TO_FORWARD | NOTHING_TO_FORWARD | NOTHING_TO_FORWARD | NOTHING_TO_FORWARD | NOTHING_TO_FORWARD | CHAT_NOT_FOUND
copyMessage     | ok    | ok            | ok     | ok         | NOT_A_MEMBER     | NOT_A_MEMBER | KICKED | NOT_A_MEMBER | NOT_A_MEMBER        | MESSAGE_NOT_FOUND  | FORWARD_IMPOSSIBLE | FORWARD_PROTECTED  | MESSAGE_NOT_FOUND  | MESSAGE_NOT_FOUND  | CHAT_NOT_FOUND
copyMessages    | ok    | ok            | ok     | ok         | NOT_A_MEMBER     | NOT_A_MEMBER | KICKED | NOT_A_MEMBER | NOT_A_MEMBER        | NOTHING_TO_FORWARD | NOTHING_TO_FORWARD | NOTHING_TO_FORWARD | NOTHING_TO_FORWARD | NOTHING_TO_FORWARD | CHAT_NOT_FOUND
`);

/** The outcome of replying to each kind of message, the same for all methods that send. */
export const REPLIES = {
  own: "ok",
  "another's": "ok",
  "not received": "REPLY_NOT_FOUND",
  "in another chat": "REPLY_NOT_FOUND",
  unknown: "REPLY_NOT_FOUND",
} as const;

/**
 * The outcome of each kind of file_id, the same for all methods with files; documents accept any kind (behaviour.md
 * §5).
 */
export const FILES = {
  own: "ok",
  "another's": "WRONG_FILE_ID",
  "of another kind": "WRONG_FILE_ID",
  "of nothing": "WRONG_FILE_ID",
  unknown: "WRONG_FILE_ID",
} as const;

/** The outcome of revoking or editing an invite link, for a caller who may invite; `another's` is the owner's. */
export const LINKS = readTable(`
method               | own | another's      | own, revoked | own, primary    | of another chat | unknown
revokeChatInviteLink | ok  | administrators | ok           | ok              | LINK_NOT_FOUND  | LINK_NOT_FOUND
editChatInviteLink   | ok  | LINK_NOT_OWN   | LINK_REVOKED | LINK_IS_PRIMARY | LINK_NOT_FOUND  | LINK_NOT_FOUND
`);
