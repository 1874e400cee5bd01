/** Updates of drafts. */
import type { Message, SavedDraft } from "@heliogram/shared/wire.ts";
import { chatIdOf, type Place, type TopicPlace } from "../model/chats/place.ts";
import { textOf } from "../model/messages/content.ts";
import { fromRichSource } from "../model/text/rich-source.ts";
import { needsMarkdown, readTyped, writeTyped } from "../model/text/typed-text.ts";
import { isReplyElsewhere, replyTarget, type ReplyTarget, type Quote } from "../model/messages/quote.ts";
import { sameText } from "../model/text/write-markdown.ts";
import { followOther } from "./draft-conflicts.ts";
import type { Change, Draft, State, ServerDraft, DraftContent } from "./state.ts";

export const EMPTY_DRAFT: Draft = { text: "" };

export function setDraft(place: Place, draft: Draft): Change {
  return ({ drafts }) => {
    const { [place]: _, ...others } = drafts;
    const empty = draft.text === "" && !draft.reply_to && !draft.editing;
    return { drafts: empty ? others : { ...others, [place]: draft } };
  };
}

/** The part of a draft that the server stores. */
export function draftContent(draft: Draft | undefined): DraftContent {
  if (draft?.editing) return draft.before ?? EMPTY_DRAFT;
  return draft ?? EMPTY_DRAFT;
}

/**
 * Starts editing a message; the draft is kept in `before`.
 * @param setting - the person's setting of Markdown; a message that has formats keeps them anyway
 */
export function startEditing(draft: Draft, message: Message, setting: boolean): Draft {
  if (message.rich_source !== undefined) {
    return { ...editOf(draft, message, fromRichSource(message.rich_source)), markdown: true };
  }
  const { text, entities } = textOf(message);
  const markdown = setting || needsMarkdown(entities);
  return { ...editOf(draft, message, writeTyped({ text, entities }, markdown)), markdown };
}

/** The messages of a text that was sent, in their order. A text that is too long for one message has several. */
export type MessagesOfText = readonly [Message, ...Message[]];

/** Starts editing the messages of a text so that they become what was typed, with its marks as characters. */
export function undoMarks(draft: Draft, [message, ...rest]: MessagesOfText, typed: string): Draft {
  const edit = { ...editOf(draft, message, typed), markdown: false };
  return rest.length > 0 ? { ...edit, editing_rest: rest } : edit;
}

/** The messages that the draft edits. */
export function editedMessages({ editing, editing_rest = [] }: Draft): MessagesOfText | undefined {
  return editing && [editing, ...editing_rest];
}

function editOf(draft: Draft, editing: Message, text: string): Draft {
  const written = draftContent(draft);
  return { text, editing, before: { text: written.text, ...replyTarget(written) } };
}

/** Whether marks in a draft are formats. */
export function hasMarkdown({ markdown }: Pick<State, "markdown">, draft: Draft): boolean {
  return (draft.editing && draft.markdown) ?? markdown;
}

/** Turns the draft into a reply to a message, or to a quote of it. */
export function startReply(draft: Draft, reply_to: Message, quote?: Quote): Draft {
  return { text: draftContent(draft).text, reply_to, ...(quote ? { quote } : {}), ...previewChoice(draft) };
}

/** Cancels an edit or a reply; the draft stays. */
export function cancelEditOrReply(draft: Draft): Draft {
  return draft.editing ? { text: "", ...draft.before } : { text: draft.text, ...previewChoice(draft) };
}

/** What the person has decided about the preview of a text that is no edit. */
function previewChoice({ editing, no_preview }: Draft): Pick<Draft, "no_preview"> {
  return editing || no_preview === undefined ? {} : { no_preview };
}

export function setUnsaved(place: Place, unsaved: boolean): Change {
  return ({ unsaved_drafts: before }) => {
    const next = new Set(before);
    if (unsaved) next.add(place);
    else next.delete(place);
    return { unsaved_drafts: next };
  };
}

/** Sets the version of the server's draft that the draft here was made from. */
export function setDraftVersion(place: Place, version: number): Change {
  return ({ draft_versions }) => ({ draft_versions: { ...draft_versions, [place]: version } });
}

/** Removes everything about the drafts of topics that are gone. */
export function forgetDrafts(places: readonly TopicPlace[]): Change {
  return (state) => {
    const gone: ReadonlySet<string> = new Set(places);
    if (gone.size === 0) return {};
    const without = <T>(record: Readonly<Record<Place, T>>): Readonly<Record<Place, T>> =>
      Object.fromEntries(Object.entries<T>(record).filter(([place]) => !gone.has(place)));
    const { drafts, draft_versions, draft_seqs, draft_conflicts, deferred_drafts } = state;
    return {
      unsaved_drafts: new Set([...state.unsaved_drafts].filter((place) => !gone.has(String(place)))),
      drafts: without(drafts),
      draft_versions: without(draft_versions),
      draft_seqs: without(draft_seqs),
      draft_conflicts: without(draft_conflicts),
      deferred_drafts: without(deferred_drafts),
    };
  };
}

/** The server has stored the draft; account events up to `seq` carry older ones. */
export function markSaved(place: Place, seq: number): Change {
  return (state) => ({
    ...setUnsaved(place, false)(state),
    draft_seqs: { ...state.draft_seqs, [place]: seq },
  });
}

/** Receives a draft in an account event. An unsaved draft here wins, and so does one that was saved later. */
export function receiveDraft(place: Place, told: ServerDraft): Change {
  return (state) => {
    // Which of the two is newer is known after the draft here was saved.
    if (state.unsaved_drafts.has(place)) {
      return {
        deferred_drafts: { ...state.deferred_drafts, [place]: told },
        ...followOther(place, told.draft)(state),
      };
    }
    if (told.seq <= (state.draft_seqs[place] ?? 0)) return {};
    return {
      ...mergeServerDraft(place, told.draft)(state),
      draft_seqs: { ...state.draft_seqs, [place]: told.seq },
    };
  };
}

/** The latest account event that carried the draft of a chat or topic. */
export function latestSettingsSeq({ draft_seqs, deferred_drafts }: State, place: Place): number {
  return Math.max(draft_seqs[place] ?? 0, deferred_drafts[place]?.seq ?? 0);
}

/**
 * Merges a draft of another screen. An unsaved draft here wins. The server stores no reply to a message of another chat,
 * so that one stays until the draft is a reply to a message of this chat.
 */
export function mergeServerDraft(place: Place, saved: SavedDraft | undefined): Change {
  return (state) => {
    if (state.unsaved_drafts.has(place)) return {};
    const draft = state.drafts[place];
    const { text = "", entities = [] } = saved ?? {};
    const before = draftContent(draft);
    const told = typedDraft(state, saved);
    const version = setDraftVersion(place, saved?.version ?? 0)(state);
    // The same text may have been typed with different marks.
    const same = sameText(readTyped(before.text, state.markdown), { text, entities });
    // The server does not store quotes, so a local quote stays while the same message is replied to.
    const quoted = sameReply(before, told) && before.quote ? { quote: before.quote } : {};
    const elsewhere = !told.reply_to && isReplyElsewhere(chatIdOf(place), before) ? replyTarget(before) : {};
    const written: DraftContent = { ...told, ...(same ? { text: before.text } : {}), ...quoted, ...elsewhere };
    if (sameContent(before, written)) return version;
    return { ...version, ...setDraft(place, withContent(draft, written))(state) };
  };
}

/** A draft in a list of the server; absent where there is none. */
export interface ListedDraft {
  readonly place: Place;
  readonly draft: SavedDraft | undefined;
}

/**
 * Merges the drafts of a list, except where the draft here was unsaved or changed since the request.
 * @param seq - the account event up to which the list is current
 * @returns the change, and the places whose listed draft is newer and differs; they have to be loaded again
 */
export function mergeListedDrafts(
  state: State,
  stateAtRequest: State,
  seq: number,
  listed: readonly ListedDraft[],
): readonly [Partial<State>, readonly Place[]] {
  const isUnchangedHere = ({ place }: ListedDraft) =>
    !stateAtRequest.unsaved_drafts.has(place) &&
    state.drafts[place] === stateAtRequest.drafts[place] &&
    seq >= (state.draft_seqs[place] ?? 0);
  const take = (now: State, { place, draft }: ListedDraft) => ({ ...now, ...mergeServerDraft(place, draft)(now) });
  const { drafts, draft_versions } = listed
    .filter((each) => isUnchangedHere(each) && (each.draft ?? state.drafts[each.place]))
    .reduce(take, state);
  const differs = ({ place, draft }: ListedDraft) =>
    seq > (state.draft_seqs[place] ?? 0) &&
    !state.unsaved_drafts.has(place) &&
    !matchesServerDraft(state, place, draftContent(state.drafts[place]), draft);
  const stale = listed.filter((each) => !isUnchangedHere(each) && differs(each)).map(({ place }) => place);
  return [{ drafts, draft_versions }, stale];
}

/** A draft of the server as it would have been typed here. */
export function typedDraft({ markdown }: Pick<State, "markdown">, saved: SavedDraft | undefined): DraftContent {
  const { text = "", entities = [], reply_to_message } = saved ?? {};
  return {
    text: writeTyped({ text, entities }, markdown),
    ...(reply_to_message ? { reply_to: reply_to_message } : {}),
  };
}

/** The draft with another content; an edit in progress stays. */
export function withContent(draft: Draft | undefined, content: DraftContent): Draft {
  return draft?.editing ? { ...draft, before: content } : content;
}

/** Whether the server's draft of a chat or topic equals the one here, as far as the server stores it. */
export function matchesServerDraft(
  { markdown }: Pick<State, "markdown">,
  place: Place,
  written: DraftContent,
  saved: SavedDraft | undefined,
): boolean {
  const { text = "", entities = [], reply_to_message } = saved ?? {};
  const answered = reply_to_message ? { reply_to: reply_to_message } : {};
  // The server does not store blank drafts.
  const typed = written.text.trim() === "" && text === "" ? "" : written.text;
  return sameText(readTyped(typed, markdown), { text, entities }) && sameReply(storedReply(place, written), answered);
}

/** The reply as the server stores it: without a quote, and to a message of the same chat alone. */
export function storedReply(place: Place, target: ReplyTarget): Pick<ReplyTarget, "reply_to"> {
  const { reply_to } = target;
  return reply_to && !isReplyElsewhere(chatIdOf(place), target) ? { reply_to } : {};
}

/** Whether two drafts have the same text and reply to the same message. */
export function sameContent(a: DraftContent, b: DraftContent): boolean {
  return a.text === b.text && sameReply(a, b);
}

function sameReply(a: ReplyTarget, b: ReplyTarget): boolean {
  return a.reply_to?.message_id === b.reply_to?.message_id && a.reply_to?.chat.id === b.reply_to?.chat.id;
}
