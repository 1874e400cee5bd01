/** The refusals of the rules about members: code, error text, and meaning for the reference page. */

interface MemberRefusalText {
  readonly code: 400 | 403;
  /** The sentence after the prefix (behaviour.md §1); `{}` stands for the type of the chat. */
  readonly text: string;
  readonly meaning: string;
}

/** Refusals because of the caller's own status, or the type of the chat. */
const CALLER_STATUS = {
  NOT_A_MEMBER: {
    code: 403,
    text: "bot is not a member of the {} chat",
    meaning: "The caller is not in the chat.",
  },
  KICKED: {
    code: 403,
    text: "bot was kicked from the {} chat",
    meaning: "The caller was banned from the chat.",
  },
  NOT_STARTED: {
    code: 403,
    text: "bot can't initiate conversation with a user",
    meaning: "The person never started the bot.",
  },
  SUPERGROUPS_ONLY: {
    code: 400,
    text: "method is available only for supergroups",
    meaning: "This exists only in groups.",
  },
  GROUPS_AND_CHANNELS_ONLY: {
    code: 400,
    text: "method is available for supergroup and channel chats only",
    meaning: "This exists only in groups and channels.",
  },
} as const satisfies Record<string, MemberRefusalText>;

/** Refusals of changes to a member. */
const CHANGING = {
  CANT_RESTRICT: {
    code: 403,
    text: "not enough rights to restrict/unrestrict chat member",
    meaning: "Restricting, banning and unbanning need the right can_restrict_members.",
  },
  CANT_PROMOTE: {
    code: 403,
    text: "not enough rights to promote chat members",
    meaning: "Promoting and demoting need the right can_promote_members.",
  },
  CANT_GRANT_RIGHTS: {
    code: 403,
    text: "not enough rights to grant rights that you do not have",
    meaning: "Only rights that the caller has can be granted, anonymity included.",
  },
  CANT_EDIT_ADMINISTRATOR: {
    code: 403,
    text: "not enough rights",
    meaning:
      "An administrator's rights can be changed only by the owner, by the administrator who promoted them, or by that one's promoters.",
  },
  USER_IS_ADMINISTRATOR: {
    code: 403,
    text: "not enough rights: user is an administrator of the chat",
    meaning:
      "An administrator can be restricted or removed only by the owner, by the administrator who promoted them, or by that one's promoters.",
  },
  CANT_RESTRICT_SELF: {
    code: 400,
    text: "can't restrict self",
    meaning: "Nobody can restrict, ban or unban themselves.",
  },
  CANT_PROMOTE_SELF: {
    code: 400,
    text: "can't promote self",
    meaning: "Administrators can give up their own rights, but not change them.",
  },
  CANT_REMOVE_OWNER: {
    code: 400,
    text: "can't remove chat owner",
    meaning: "Nobody can change the owner of the chat.",
  },
  USER_NOT_PARTICIPANT: {
    code: 400,
    text: "USER_NOT_PARTICIPANT",
    meaning: "The user is not in the chat.",
  },
  USER_KICKED: {
    code: 400,
    text: "user was kicked from the chat and must be unbanned first",
    meaning: "The user is banned from the chat; an administrator must lift the ban first.",
  },
  USER_ALREADY_PARTICIPANT: {
    code: 400,
    text: "USER_ALREADY_PARTICIPANT",
    meaning: "The user is in the chat already.",
  },
  HIDE_REQUESTER_MISSING: {
    code: 400,
    text: "HIDE_REQUESTER_MISSING",
    meaning: "The user has no open request to join the chat.",
  },
  OWNER_ONLY: {
    code: 403,
    text: "not enough rights to transfer the chat ownership",
    meaning: "Only the owner can give the chat to somebody else.",
  },
  NOT_THE_OWNER: {
    code: 403,
    text: "not enough rights: only the chat owner can do this",
    meaning: "Only the owner of the chat can do this.",
  },
  ALREADY_OWNER: {
    code: 400,
    text: "user is already the chat owner",
    meaning: "The chat already belongs to this user.",
  },
} as const satisfies Record<string, MemberRefusalText>;

/** Refusals of custom titles. */
const TITLES = {
  CANT_EDIT_TITLE: {
    code: 403,
    text: "not enough rights to change custom title of the user",
    meaning: "A title can be set only by the owner or by the account that promoted the administrator.",
  },
  OWNER_EDITS_OWN_TITLE: {
    code: 403,
    text: "only the owner can edit their custom title",
    meaning: "Only the owner can set the owner's title.",
  },
  NOT_AN_ADMINISTRATOR: {
    code: 400,
    text: "user is not an administrator",
    meaning: "Only administrators have a title.",
  },
  TITLE_TOO_LONG: {
    code: 400,
    text: "custom title is longer than 16 characters",
    meaning: "A title has at most 16 characters.",
  },
  TITLE_HAS_CONTROL_CHARACTER: {
    code: 400,
    text: "custom title must not contain control characters",
    meaning: "A title cannot contain line breaks or other control characters.",
  },
  TITLE_HAS_EMOJI: {
    code: 400,
    text: "custom title must not contain emoji",
    meaning: "A title cannot contain emoji.",
  },
} as const satisfies Record<string, MemberRefusalText>;

/** Refusals of sending and of other actions in a chat. */
const ACTING = {
  CANT_SEND_TEXT: send("text messages", "write messages"),
  CANT_SEND_PHOTOS: send("photos"),
  CANT_SEND_VIDEOS: send("videos"),
  CANT_SEND_VIDEO_NOTES: send("video notes"),
  CANT_SEND_AUDIOS: send("music"),
  CANT_SEND_VOICE_NOTES: send("voice notes", "send voice messages"),
  CANT_SEND_DOCUMENTS: send("documents", "send files"),
  CANT_SEND_POLLS: send("polls"),
  CANT_SEND_OTHER: send("stickers and animations"),
  CANT_ADD_PREVIEWS: {
    code: 403,
    text: "not enough rights to add web page previews",
    meaning: "Links that the caller sends here get no preview.",
  },
  CANT_REACT: {
    code: 403,
    text: "not enough rights to react to messages",
    meaning: "Reacting needs the permission can_react_to_messages.",
  },
  CANT_POST: {
    code: 403,
    text: "not enough rights: need administrator rights in the channel chat",
    meaning: "Posting in a channel needs the right can_post_messages.",
  },
  CANT_CHANGE_INFO: {
    code: 403,
    text: "not enough rights to change chat title and other information",
    meaning: "The caller may not change the chat's title, photo and description.",
  },
  CANT_INVITE: {
    code: 403,
    text: "not enough rights to invite users to the chat",
    meaning: "The caller may not invite people to the chat.",
  },
  CANT_ANSWER_REQUESTS: {
    code: 403,
    text: "not enough rights to manage chat join requests",
    meaning: "Answering requests to join needs an administrator's right can_invite_users.",
  },
  CANT_PIN: {
    code: 403,
    text: "not enough rights to manage pinned messages in the chat",
    meaning: "The caller may not pin messages here.",
  },
  CANT_CREATE_TOPICS: {
    code: 403,
    text: "not enough rights to create a topic",
    meaning: "Creating topics needs the permission or the right can_manage_topics.",
  },
  CANT_MANAGE_TOPICS: {
    code: 403,
    text: "not enough rights to manage topics",
    meaning: "Changing a topic of somebody else, or General, needs an administrator's right can_manage_topics.",
  },
  DELETE_FORBIDDEN: {
    code: 403,
    text: "message can't be deleted",
    meaning: "Deleting what others sent needs the right can_delete_messages.",
  },
  EDIT_FORBIDDEN: {
    code: 403,
    text: "message can't be edited",
    meaning: "Only the message's own sender may edit it.",
  },
  CANT_MANAGE: {
    code: 403,
    text: "not enough rights to manage the chat",
    meaning: "Only administrators may do this.",
  },
} as const satisfies Record<string, MemberRefusalText>;

function send(what: string, action = `send ${what}`) {
  const text = `not enough rights to send ${what} to the chat`;
  return { code: 403, text, meaning: `The caller may not ${action} here.` } as const;
}

export const MEMBER_REFUSALS = { ...CALLER_STATUS, ...CHANGING, ...TITLES, ...ACTING };

export type MemberRefusal = keyof typeof MEMBER_REFUSALS;
