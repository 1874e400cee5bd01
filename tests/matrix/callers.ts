/** Who may call each method about a chat (behaviour.md §3, §4): one row for each method. */
import { readTable } from "./table.ts";

/**
 * - `member`: what a member of a group needs: nothing (`yes`), a permission, `anything` (any permission to send), or
 *   membership is never enough (`no`).
 * - `admin`: the right an administrator of a group needs where membership is not enough; `any` is any administrator,
 *   `owner` the creator alone.
 * - `subscriber`: whether being in a channel is enough. `poster`: the right an administrator of a channel needs.
 * - `channels`: the outcome there for callers who may call: `yes`, or a refusal.
 * - `private`: the outcome in private chats: a column of PRIVATE, or a refusal, or a column and the refusal of those who
 *   may call.
 * - `outsiders`: whether somebody who is not in a chat with a user name may call.
 * - `refused`: the refusal for members who may not call; in a channel `CANT_POST` if the right to post is missing.
 */
export const CALLERS = readTable(`
method                            | member                  | admin                | subscriber | poster               | channels           | private                  | outsiders | refused
sendMessage                       | can_send_messages       | any                  | no         | can_post_messages    | yes                | sending                  | no        | CANT_SEND_TEXT
sendRichMessage                   | can_send_messages       | any                  | no         | can_post_messages    | yes                | sending                  | no        | CANT_SEND_TEXT
sendPhoto                         | can_send_photos         | any                  | no         | can_post_messages    | yes                | sending                  | no        | CANT_SEND_PHOTOS
sendVideo                         | can_send_videos         | any                  | no         | can_post_messages    | yes                | sending                  | no        | CANT_SEND_VIDEOS
sendAnimation                     | can_send_other_messages | any                  | no         | can_post_messages    | yes                | sending                  | no        | CANT_SEND_OTHER
sendAudio                         | can_send_audios         | any                  | no         | can_post_messages    | yes                | sending                  | no        | CANT_SEND_AUDIOS
sendVoice                         | can_send_voice_notes    | any                  | no         | can_post_messages    | yes                | sending                  | no        | CANT_SEND_VOICE_NOTES
sendVideoNote                     | can_send_video_notes    | any                  | no         | can_post_messages    | yes                | sending                  | no        | CANT_SEND_VIDEO_NOTES
sendDocument                      | can_send_documents      | any                  | no         | can_post_messages    | yes                | sending                  | no        | CANT_SEND_DOCUMENTS
sendMediaGroup                    | can_send_photos         | any                  | no         | can_post_messages    | yes                | sending                  | no        | CANT_SEND_PHOTOS
sendLocation                      | can_send_messages       | any                  | no         | can_post_messages    | yes                | sending                  | no        | CANT_SEND_TEXT
sendVenue                         | can_send_messages       | any                  | no         | can_post_messages    | yes                | sending                  | no        | CANT_SEND_TEXT
sendContact                       | can_send_messages       | any                  | no         | can_post_messages    | yes                | sending                  | no        | CANT_SEND_TEXT
sendDice                          | can_send_other_messages | any                  | no         | can_post_messages    | yes                | sending                  | no        | CANT_SEND_OTHER
forwardMessage                    | can_send_messages       | any                  | no         | can_post_messages    | yes                | sending                  | no        | CANT_SEND_TEXT
forwardMessages                   | can_send_messages       | any                  | no         | can_post_messages    | yes                | sending                  | no        | CANT_SEND_TEXT
copyMessage                       | can_send_messages       | any                  | no         | can_post_messages    | yes                | sending                  | no        | CANT_SEND_TEXT
copyMessages                      | can_send_messages       | any                  | no         | can_post_messages    | yes                | sending                  | no        | CANT_SEND_TEXT
sendChatAction                    | anything                | any                  | no         | can_post_messages    | yes                | sending                  | no        | CANT_SEND_TEXT
sendMessageDraft                  | can_send_messages       | any                  | no         | can_post_messages    | DRAFT_PEER_INVALID | sending                  | no        | CANT_SEND_TEXT
sendRichMessageDraft              | can_send_messages       | any                  | no         | can_post_messages    | DRAFT_PEER_INVALID | sending                  | no        | CANT_SEND_TEXT
stopMessageGeneration             | anything                | any                  | no         | can_post_messages    | yes                | sending                  | no        | CANT_SEND_TEXT
setTyping                         | anything                | any                  | no         | can_post_messages    | yes                | sending                  | no        | CANT_SEND_TEXT
editMessageText                   | can_send_messages       | any                  | no         | posting or editing   | yes                | sending                  | no        | CANT_SEND_TEXT
editMessageCaption                | can_send_documents      | any                  | no         | posting or editing   | yes                | sending                  | no        | CANT_SEND_DOCUMENTS
editMessageMedia                  | can_send_documents      | any                  | no         | posting or editing   | yes                | sending                  | no        | CANT_SEND_DOCUMENTS
editMessageReplyMarkup            | can_send_messages       | any                  | no         | posting or editing   | yes                | sending                  | no        | CANT_SEND_TEXT
editMessageLiveLocation           | can_send_messages       | any                  | no         | posting or editing   | yes                | sending                  | no        | CANT_SEND_TEXT
stopMessageLiveLocation           | can_send_messages       | any                  | no         | posting or editing   | yes                | sending                  | no        | CANT_SEND_TEXT
setMessageReaction | can_react_to_messages | any | yes | any | yes | sending | no | CANT_REACT
deleteMessage                     | yes                     | any                  | yes        | any                  | yes                | reading                  | no        | –
deleteMessages                    | yes                     | any                  | yes        | any                  | yes                | reading                  | no        | –
pinChatMessage                    | can_pin_messages        | can_pin_messages     | no         | can_edit_messages    | yes                | pinning                  | no        | CANT_PIN
unpinChatMessage                  | can_pin_messages        | can_pin_messages     | no         | can_edit_messages    | yes                | pinning                  | no        | CANT_PIN
unpinAllChatMessages              | can_pin_messages        | can_pin_messages     | no         | can_edit_messages    | yes                | pinning                  | no        | CANT_PIN
pressButton                       | yes                     | any                  | yes        | any                  | yes                | reading                  | no        | –
readMessages                      | yes                     | any                  | yes        | any                  | yes                | reading                  | no        | –
markUnread                        | yes                     | any                  | yes        | any                  | yes                | reading                  | no        | –
muteChat                          | yes                     | any                  | yes        | any                  | yes                | reading                  | no        | –
unmuteChat                        | yes                     | any                  | yes        | any                  | yes                | reading                  | no        | –
archiveChat                       | yes                     | any                  | yes        | any                  | yes                | reading                  | no        | –
unarchiveChat                     | yes                     | any                  | yes        | any                  | yes                | reading                  | no        | –
pinChatInList                     | yes                     | any                  | yes        | any                  | yes                | reading                  | no        | –
unpinChatInList                   | yes                     | any                  | yes        | any                  | yes                | reading                  | no        | –
saveDraft                         | yes                     | any                  | yes        | any                  | yes                | reading                  | no        | –
getMentions                       | yes                     | any                  | yes        | any                  | yes                | reading                  | no        | –
listReactions | yes | any | yes | any | REACTORS_NOT_TOLD | reading | no | –
getUnreadReactions | yes | any | yes | any | yes | reading | no | –
readReactions | yes | any | yes | any | yes | reading | no | –
getReaders                        | yes                     | any                  | yes        | any                  | READERS_NOT_TOLD   | reading                  | no        | –
getPinnedMessages                 | yes                     | any                  | yes        | any                  | yes                | reading                  | yes       | –
listBotCommands                   | yes                     | any                  | yes        | any                  | yes                | reading                  | no        | –
getHistory                        | yes                     | any                  | yes        | any                  | yes                | reading                  | yes       | –
getDifference                     | yes                     | any                  | yes        | any                  | yes                | reading                  | no        | –
searchMessages                    | yes                     | any                  | yes        | any                  | yes                | reading                  | yes       | –
getChat                           | yes                     | any                  | yes        | any                  | yes                | reading                  | yes       | –
getChatMemberCount                | yes                     | any                  | yes        | any                  | yes                | reading                  | yes       | –
getChatMember                     | yes                     | any                  | yes        | any                  | yes                | reading                  | no        | –
getMember                         | yes                     | any                  | yes        | any                  | yes                | reading                  | no        | –
getChatAdministrators             | yes                     | any                  | yes        | any                  | yes                | NO_ADMINISTRATORS        | no        | –
listMembers                       | yes                     | any                  | no         | any                  | yes                | reading                  | no        | CANT_MANAGE
setMyCommands                     | yes                     | any                  | yes        | any                  | yes                | reading                  | no        | –
getMyCommands                     | yes                     | any                  | yes        | any                  | yes                | reading                  | no        | –
deleteMyCommands                  | yes                     | any                  | yes        | any                  | yes                | reading                  | no        | –
leaveChat                         | yes                     | any                  | yes        | any                  | yes                | GROUPS_AND_CHANNELS_ONLY | no        | –
restrictChatMember                | no                      | can_restrict_members | no         | can_restrict_members | SUPERGROUPS_ONLY   | SUPERGROUPS_ONLY         | no        | CANT_RESTRICT
banChatMember                     | no                      | can_restrict_members | no         | can_restrict_members | yes                | GROUPS_AND_CHANNELS_ONLY | no        | CANT_RESTRICT
banChatSenderChat                 | no                      | can_restrict_members | no         | can_restrict_members | yes                | GROUPS_AND_CHANNELS_ONLY | no        | CANT_RESTRICT
unbanChatSenderChat               | no                      | can_restrict_members | no         | can_restrict_members | yes                | GROUPS_AND_CHANNELS_ONLY | no        | CANT_RESTRICT
unbanChatMember                   | no                      | can_restrict_members | no         | can_restrict_members | yes                | GROUPS_AND_CHANNELS_ONLY | no        | CANT_RESTRICT
setChatPermissions                | no                      | can_restrict_members | no         | can_restrict_members | SUPERGROUPS_ONLY   | SUPERGROUPS_ONLY         | no        | CANT_RESTRICT
promoteChatMember                 | no                      | can_promote_members  | no         | can_promote_members  | yes                | GROUPS_AND_CHANNELS_ONLY | no        | CANT_PROMOTE
setChatAdministratorCustomTitle   | no                      | any                  | yes        | any                  | SUPERGROUPS_ONLY   | SUPERGROUPS_ONLY         | no        | CANT_EDIT_TITLE
transferOwnership                 | no                      | owner                | no         | owner                | yes                | GROUPS_AND_CHANNELS_ONLY | no        | OWNER_ONLY
setChatUsername                   | no                      | owner                | no         | owner                | yes                | GROUPS_AND_CHANNELS_ONLY | no        | NOT_THE_OWNER
exportChat | no | owner | no | owner | yes | GROUPS_AND_CHANNELS_ONLY | no | NOT_THE_OWNER
setChatRetention | no | owner | no | owner | yes | GROUPS_AND_CHANNELS_ONLY | no | NOT_THE_OWNER
getChatRetention | yes | any | yes | any | yes | reading | no | –
deleteChat                        | no                      | owner                | no         | owner                | yes                | GROUPS_AND_CHANNELS_ONLY | no        | NOT_THE_OWNER
addMember                         | can_invite_users        | can_invite_users     | no         | can_invite_users     | yes                | GROUPS_AND_CHANNELS_ONLY | no        | CANT_INVITE
addMembers                        | can_invite_users        | can_invite_users     | no         | can_invite_users     | yes                | GROUPS_AND_CHANNELS_ONLY | no        | CANT_INVITE
exportChatInviteLink              | can_invite_users        | can_invite_users     | no         | can_invite_users     | yes                | GROUPS_AND_CHANNELS_ONLY | no        | CANT_INVITE
createChatInviteLink              | can_invite_users        | can_invite_users     | no         | can_invite_users     | yes                | GROUPS_AND_CHANNELS_ONLY | no        | CANT_INVITE
editChatInviteLink                | can_invite_users        | can_invite_users     | no         | can_invite_users     | yes                | GROUPS_AND_CHANNELS_ONLY | no        | CANT_INVITE
revokeChatInviteLink              | can_invite_users        | can_invite_users     | no         | can_invite_users     | yes                | GROUPS_AND_CHANNELS_ONLY | no        | CANT_INVITE
listInviteLinks                   | can_invite_users        | can_invite_users     | no         | can_invite_users     | yes                | GROUPS_AND_CHANNELS_ONLY | no        | CANT_INVITE
approveChatJoinRequest            | no                      | can_invite_users     | no         | can_invite_users     | yes                | GROUPS_AND_CHANNELS_ONLY | no        | CANT_ANSWER_REQUESTS
declineChatJoinRequest            | no                      | can_invite_users     | no         | can_invite_users     | yes                | GROUPS_AND_CHANNELS_ONLY | no        | CANT_ANSWER_REQUESTS
listJoinRequests                  | no                      | can_invite_users     | no         | can_invite_users     | yes                | GROUPS_AND_CHANNELS_ONLY | no        | CANT_ANSWER_REQUESTS
createForumTopic                  | can_manage_topics       | can_manage_topics    | yes        | any                  | NOT_A_FORUM        | sending NOT_A_FORUM      | no        | CANT_CREATE_TOPICS
editForumTopic                    | no                      | can_manage_topics    | yes        | any                  | NOT_A_FORUM        | reading THREAD_NOT_FOUND | no        | CANT_MANAGE_TOPICS
closeForumTopic                   | no                      | can_manage_topics    | yes        | any                  | NOT_A_FORUM        | reading NOT_A_FORUM      | no        | CANT_MANAGE_TOPICS
reopenForumTopic                  | no                      | can_manage_topics    | yes        | any                  | NOT_A_FORUM        | reading NOT_A_FORUM      | no        | CANT_MANAGE_TOPICS
editGeneralForumTopic             | no                      | can_manage_topics    | yes        | any                  | NOT_A_FORUM        | reading NOT_A_FORUM      | no        | CANT_MANAGE_TOPICS
closeGeneralForumTopic            | no                      | can_manage_topics    | yes        | any                  | NOT_A_FORUM        | reading NOT_A_FORUM      | no        | CANT_MANAGE_TOPICS
reopenGeneralForumTopic           | no                      | can_manage_topics    | yes        | any                  | NOT_A_FORUM        | reading NOT_A_FORUM      | no        | CANT_MANAGE_TOPICS
hideGeneralForumTopic             | no                      | can_manage_topics    | yes        | any                  | NOT_A_FORUM        | reading NOT_A_FORUM      | no        | CANT_MANAGE_TOPICS
unhideGeneralForumTopic           | no                      | can_manage_topics    | yes        | any                  | NOT_A_FORUM        | reading NOT_A_FORUM      | no        | CANT_MANAGE_TOPICS
deleteForumTopic                  | no                      | can_delete_messages  | no         | can_delete_messages  | NOT_A_FORUM        | pinning THREAD_NOT_FOUND | no        | DELETE_FORBIDDEN
unpinAllForumTopicMessages        | can_pin_messages        | can_pin_messages     | no         | can_edit_messages    | NOT_A_FORUM        | pinning THREAD_NOT_FOUND | no        | CANT_PIN
unpinAllGeneralForumTopicMessages | can_pin_messages        | can_pin_messages     | no         | can_edit_messages    | NOT_A_FORUM        | pinning THREAD_NOT_FOUND | no        | CANT_PIN
setForum                          | can_change_info         | can_change_info      | no         | can_change_info      | SUPERGROUPS_ONLY   | SUPERGROUPS_ONLY         | no        | CANT_CHANGE_INFO
listTopics                        | yes                     | any                  | yes        | any                  | yes                | reading                  | yes       | –
muteTopic                         | yes                     | any                  | yes        | any                  | NOT_A_FORUM        | reading THREAD_NOT_FOUND | no        | –
unmuteTopic                       | yes                     | any                  | yes        | any                  | NOT_A_FORUM        | reading THREAD_NOT_FOUND | no        | –
setChatTitle                      | can_change_info         | can_change_info      | no         | can_change_info      | yes                | GROUPS_AND_CHANNELS_ONLY | no        | CANT_CHANGE_INFO
setChatLinkPreviews               | can_change_info         | can_change_info      | no         | can_change_info      | yes                | GROUPS_AND_CHANNELS_ONLY | no        | CANT_CHANGE_INFO
setChatReactions | can_change_info | can_change_info | no | can_change_info | yes | GROUPS_AND_CHANNELS_ONLY | no | CANT_CHANGE_INFO
setChatDescription                | can_change_info         | can_change_info      | no         | can_change_info      | yes                | GROUPS_AND_CHANNELS_ONLY | no        | CANT_CHANGE_INFO
setChatPhoto                      | can_change_info         | can_change_info      | no         | can_change_info      | yes                | GROUPS_AND_CHANNELS_ONLY | no        | CANT_CHANGE_INFO
deleteChatPhoto                   | can_change_info         | can_change_info      | no         | can_change_info      | yes                | GROUPS_AND_CHANNELS_ONLY | no        | CANT_CHANGE_INFO
`);

/**
 * Outcomes in private chats, by the other party (behaviour.md §4): for sending, for pinning, and for reading and
 * deleting. Blocking matters only for calls whose result the other party would see.
 */
export const PRIVATE = {
  bot: readTable(`
other                                  | sending          | pinning        | reading
a person who started it                | ok               | ok             | ok
a person who opened it without a start | NOT_STARTED      | NOT_STARTED    | ok
a person who blocked it                | BOT_BLOCKED      | BOT_BLOCKED    | ok
a suspended person who started it      | USER_DEACTIVATED | ok             | ok
a person who never saw it              | NOT_STARTED      | CHAT_NOT_FOUND | CHAT_NOT_FOUND
another bot                            | BOT_TO_BOT       | BOT_TO_BOT     | BOT_TO_BOT
itself                                 | BOT_TO_BOT       | BOT_TO_BOT     | BOT_TO_BOT
`),
  person: readTable(`
other                     | sending          | pinning        | reading
a person they know        | ok               | ok             | ok
a person who blocked them | BOT_BLOCKED      | BOT_BLOCKED    | ok
a person they blocked     | BOT_BLOCKED      | ok             | ok
a suspended person        | USER_DEACTIVATED | ok             | ok
a person they never met   | NOT_STARTED      | CHAT_NOT_FOUND | CHAT_NOT_FOUND
a bot they started        | ok               | ok             | ok
a bot they did not start  | NOT_STARTED      | ok             | ok
a bot that was deleted    | USER_DEACTIVATED | ok             | ok
themselves                | ok               | ok             | ok
`),
} as const;
