/** Whether something new is announced to a person: by a notification of an open page, or by a push. */

/** None, without a sound (`disable_notification`), or with one. */
export type Alert = "none" | "quiet" | "loud";

/** The facts of a new message that decide. */
export interface AlertFacts {
  /** It is the person's own, or they have read it, or they are looking. */
  readonly is_seen: boolean;
  /** The kind of a service message, and whether it is about the person. */
  readonly service?: { readonly kind: string; readonly is_about_person: boolean } | undefined;
  /** It mentions the person or answers them. */
  readonly mentions: boolean;
  /** The chat is muted or archived, or the topic is muted. */
  readonly is_silenced: boolean;
  /** It was sent without a sound. */
  readonly is_silent: boolean;
}

/** Service messages that are announced to everybody. */
const FOR_EVERYBODY: ReadonlySet<string> = new Set(["pinned_message", "invitation_accepted", "invitation_uses"]);
/** Service messages that are announced to those whom they are about: who has joined, and whose radius it is. */
const FOR_PERSON: ReadonlySet<string> = new Set(["new_chat_members", "proximity_alert_triggered"]);

/** A mention reaches the person in a silenced chat too. */
export function alertOf({ is_seen, service, mentions, is_silenced, is_silent }: AlertFacts): Alert {
  if (is_seen || (service && !isAnnounced(service)) || (is_silenced && !mentions)) return "none";
  return is_silent ? "quiet" : "loud";
}

function isAnnounced({ kind, is_about_person }: NonNullable<AlertFacts["service"]>): boolean {
  return FOR_EVERYBODY.has(kind) || (is_about_person && FOR_PERSON.has(kind));
}

/** Whether a chat or topic is muted at a time. */
export function isMuted({ muted_until }: { readonly muted_until?: number | undefined }, at_ms: number): boolean {
  return muted_until !== undefined && muted_until * 1000 > at_ms;
}

/** What a chat adds to the number of unread messages on the icon. */
export interface CountedChat {
  readonly unread_count: number;
  readonly unread_mentions: number;
  readonly settings: {
    readonly muted_until?: number | undefined;
    readonly is_archived: boolean;
    readonly is_marked_unread: boolean;
  };
}

/** Muted and archived chats count their mentions only; a "marked as unread" mark counts as one. */
export function countedUnread({ unread_count, unread_mentions, settings }: CountedChat, now_ms: number): number {
  if (isMuted(settings, now_ms) || settings.is_archived) return unread_mentions;
  return unread_count > 0 ? unread_count : settings.is_marked_unread ? 1 : 0;
}
