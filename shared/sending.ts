/** What a member must be allowed for each kind of message: the service asks for it, and screens explain by it (interface.md, ChatPermissions). */

export const SENDING_ABILITY = {
  text: "send_text",
  photo: "send_photos",
  video: "send_videos",
  animation: "send_other",
  video_note: "send_video_notes",
  audio: "send_audios",
  voice: "send_voice_notes",
  document: "send_documents",
  location: "send_text",
  venue: "send_text",
  contact: "send_text",
  dice: "send_other",
} as const;

/** The kinds of message that somebody sends, apart from those that the service writes. */
export type SentKind = keyof typeof SENDING_ABILITY;

export type SendingAbility = (typeof SENDING_ABILITY)[SentKind];
