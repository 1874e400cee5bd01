/**
 * The ability that each kind of message needs, for the service's checks and the client's explanations (interface.md,
 * ChatPermissions).
 */

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

/** The kinds of messages that accounts send, without service messages. */
export type SentKind = keyof typeof SENDING_ABILITY;

export type SendingAbility = (typeof SENDING_ABILITY)[SentKind];
