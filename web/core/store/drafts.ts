/** Updates of drafts. */
import type { Message, SavedDraft } from "@heliogram/shared/wire.ts";
import type { Place } from "../model/chats/place.ts";
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

export function setUnsaved(chat_id: number, unsaved: boolean): Change {
  return ({ unsaved_drafts: before }) => {
    const next = new Set(before);
    if (unsaved) next.add(chat_id);
    else next.delete(chat_id);
    return { unsaved_drafts: next };
  };
}

/** Sets the version of the server's draft that the draft here was made from. */
export function setDraftVersion(chat_id: number, version: number): Change {
  return ({ draft_versions }) => ({ draft_versions: { ...draft_versions, [chat_id]: version } });
}

/** The server has stored the draft; account events up to `seq` carry older ones. */
export function markSaved(chat_id: number, seq: number): Change {
  return (state) => ({
    ...setUnsaved(chat_id, false)(state),
    draft_seqs: { ...state.draft_seqs, [chat_id]: seq },
  });
}

/** Receives a draft in an account event. An unsaved draft here wins, and so does one that was saved later. */
export function receiveDraft(chat_id: number, told: ServerDraft): Change {
  return (state) => {
    // Which of the two is newer is known after the draft here was saved.
    if (state.unsaved_drafts.has(chat_id)) {
      return {
        deferred_drafts: { ...state.deferred_drafts, [chat_id]: told },
        ...followOther(chat_id, told.draft)(state),
      };
    }
    if (told.seq <= (state.draft_seqs[chat_id] ?? 0)) return {};
    return {
      ...mergeServerDraft(chat_id, told.draft)(state),
      draft_seqs: { ...state.draft_seqs, [chat_id]: told.seq },
    };
  };
}

/** The latest account event that carried settings of the chat. */
export function latestSettingsSeq({ draft_seqs, deferred_drafts }: State, chat_id: number): number {
  return Math.max(draft_seqs[chat_id] ?? 0, deferred_drafts[chat_id]?.seq ?? 0);
}

/**
 * Merges a draft of another screen. An unsaved draft here wins. The server stores no reply to a message of another chat,
 * so that one stays until the draft is a reply to a message of this chat.
 */
export function mergeServerDraft(chat_id: number, saved: SavedDraft | undefined): Change {
  return (state) => {
    if (state.unsaved_drafts.has(chat_id)) return {};
    const draft = state.drafts[chat_id];
    const { text = "", entities = [] } = saved ?? {};
    const before = draftContent(draft);
    const told = typedDraft(state, saved);
    const version = setDraftVersion(chat_id, saved?.version ?? 0)(state);
    // The same text may have been typed with different marks.
    const same = sameText(readTyped(before.text, state.markdown), { text, entities });
    // The server does not store quotes, so a local quote stays while the same message is replied to.
    const quoted = sameReply(before, told) && before.quote ? { quote: before.quote } : {};
    const elsewhere = !told.reply_to && isReplyElsewhere(chat_id, before) ? replyTarget(before) : {};
    const written: DraftContent = { ...told, ...(same ? { text: before.text } : {}), ...quoted, ...elsewhere };
    if (sameContent(before, written)) return version;
    return { ...version, ...setDraft(chat_id, withContent(draft, written))(state) };
  };
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

/** Whether the server's draft of a chat equals the one here, as far as the server stores it. */
export function matchesServerDraft(
  { markdown }: Pick<State, "markdown">,
  chat_id: number,
  written: DraftContent,
  saved: SavedDraft | undefined,
): boolean {
  const { text = "", entities = [], reply_to_message } = saved ?? {};
  const answered = reply_to_message ? { reply_to: reply_to_message } : {};
  // The server does not store blank drafts.
  const typed = written.text.trim() === "" && text === "" ? "" : written.text;
  return sameText(readTyped(typed, markdown), { text, entities }) && sameReply(storedReply(chat_id, written), answered);
}

/** The reply as the server stores it: without a quote, and to a message of the same chat alone. */
export function storedReply(chat_id: number, target: ReplyTarget): Pick<ReplyTarget, "reply_to"> {
  const { reply_to } = target;
  return reply_to && !isReplyElsewhere(chat_id, target) ? { reply_to } : {};
}

/** Whether two drafts have the same text and reply to the same message. */
export function sameContent(a: DraftContent, b: DraftContent): boolean {
  return a.text === b.text && sameReply(a, b);
}

function sameReply(a: ReplyTarget, b: ReplyTarget): boolean {
  return a.reply_to?.message_id === b.reply_to?.message_id && a.reply_to?.chat.id === b.reply_to?.chat.id;
}
