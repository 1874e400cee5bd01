/** The texts for the refusals of the rights module (`server/domain/members`). */
import { useLingui } from "@lingui/react/macro";
import type { ChatDetails } from "../../core/store/state.ts";

/** The refusals that the row of a chat can name, which are all refusals about members, and two others. */
type Reason = NonNullable<NonNullable<ChatDetails["can"]>["send_text"]> | "BOT_OWNS_NOTHING" | "TOPIC_CLOSED";

/**
 * @returns a function from the name of a refusal to its text. For an unknown name it returns `fallback`, else a general
 * text.
 */
export function useRightsRefusalText(): (reason: string, fallback?: string) => string {
  const { t } = useLingui();
  const managementRefusals = useManagementRefusals();
  const messagingRefusals = useMessagingRefusals();
  return (reason, fallback) => {
    const texts: Readonly<Record<Reason, string>> = { ...managementRefusals(), ...messagingRefusals() };
    return Object.hasOwn(texts, reason) ? texts[reason as Reason] : (fallback ?? t`You cannot do this here.`);
  };
}

function useManagementRefusals() {
  const { t } = useLingui();
  return () => ({
    NOT_A_MEMBER: t`You are not a member of this chat.`,
    KICKED: t`You are banned from this chat.`,
    NOT_STARTED: t`Your messages are not received here.`,
    SUPERGROUPS_ONLY: t`This exists in groups only.`,
    GROUPS_AND_CHANNELS_ONLY: t`This exists in groups and channels only.`,
    CANT_RESTRICT: t`This takes the right to restrict members, which you do not have.`,
    CANT_PROMOTE: t`This takes the right to add administrators, which you do not have.`,
    CANT_GRANT_RIGHTS: t`You can give only rights that you have yourself.`,
    CANT_EDIT_ADMINISTRATOR: t`Only the owner, and whoever made them an administrator, can change this administrator's rights.`,
    USER_IS_ADMINISTRATOR: t`Only the owner, and whoever made them an administrator, can restrict or remove this administrator.`,
    CANT_RESTRICT_SELF: t`You cannot restrict or ban yourself.`,
    CANT_PROMOTE_SELF: t`You can give up your own rights, but not change them.`,
    CANT_REMOVE_OWNER: t`Nobody can change what the owner of the chat is.`,
    USER_NOT_PARTICIPANT: t`They are not in the chat.`,
    USER_ALREADY_PARTICIPANT: t`They are in the chat already.`,
    HIDE_REQUESTER_MISSING: t`This request is answered or withdrawn already.`,
    USER_KICKED: t`They are banned from the chat. Lift the ban first.`,
    OWNER_ONLY: t`Only the owner can give the chat to somebody else.`,
    NOT_THE_OWNER: t`Only the owner of the chat can change this.`,
    ALREADY_OWNER: t`The chat belongs to them already.`,
    BOT_OWNS_NOTHING: t`A chat is owned by a person, never by a bot.`,
    CANT_EDIT_TITLE: t`A title can be given only by the owner, and by whoever made them an administrator.`,
    OWNER_EDITS_OWN_TITLE: t`Nobody but the owner can set the owner's title.`,
    NOT_AN_ADMINISTRATOR: t`Only administrators have a title.`,
    TITLE_TOO_LONG: t`A title has at most 16 characters.`,
    TITLE_HAS_CONTROL_CHARACTER: t`A title cannot contain line breaks.`,
    TITLE_HAS_EMOJI: t`A title cannot contain emoji.`,
  });
}

function useMessagingRefusals() {
  const { t } = useLingui();
  return () => ({
    CANT_SEND_TEXT: t`You cannot write messages here.`,
    CANT_SEND_PHOTOS: t`You cannot send photos here.`,
    CANT_SEND_VIDEOS: t`You cannot send videos here.`,
    CANT_SEND_VIDEO_NOTES: t`You cannot send video messages here.`,
    CANT_SEND_AUDIOS: t`You cannot send music here.`,
    CANT_SEND_VOICE_NOTES: t`You cannot send voice messages here.`,
    CANT_SEND_DOCUMENTS: t`You cannot send files here.`,
    CANT_SEND_POLLS: t`You cannot send polls here.`,
    CANT_SEND_OTHER: t`You cannot send animations and dice here.`,
    CANT_ADD_PREVIEWS: t`Links that you send here get no preview.`,
    CANT_REACT: t`You cannot react to messages here.`,
    CANT_POST: t`Only administrators with the right to post can write in this channel.`,
    CANT_CHANGE_INFO: t`You cannot change the name, photo and description of this chat.`,
    TOPIC_CLOSED: t`This topic is closed. Only those who manage topics can write here.`,
    CANT_INVITE: t`You cannot invite people to this chat.`,
    CANT_ANSWER_REQUESTS: t`Answering who asks to join takes an administrator's right to add members, which you do not have.`,
    CANT_PIN: t`You cannot pin messages here.`,
    CANT_CREATE_TOPICS: t`You cannot create topics here.`,
    CANT_MANAGE_TOPICS: t`Changing topics of others takes the right to manage topics, which you do not have.`,
    DELETE_FORBIDDEN: t`Deleting what others sent takes the right to delete messages, which you do not have.`,
    EDIT_FORBIDDEN: t`Only who sent a message can edit it.`,
    CANT_MANAGE: t`Only administrators can do this.`,
  });
}
