/** Changes of what is written but not sent. */
import type { Message, SavedDraft } from "@heliogram/shared/wire.ts";
import { wordsOf } from "../model/content.ts";
import { readMarkdown } from "../model/markdown.ts";
import { answeringOf, type Answering, type Quote } from "../model/quote.ts";
import { sameWords, writeMarkdown } from "../model/write-markdown.ts";
import type { Change, Draft, State, ToldDraft, Written } from "./state.ts";

export const EMPTY_DRAFT: Draft = { text: "" };

export function setDraft(chat_id: number, draft: Draft): Change {
  return ({ drafts }) => {
    const { [chat_id]: _, ...others } = drafts;
    const empty = draft.text === "" && !draft.reply_to && !draft.editing;
    return { drafts: empty ? others : { ...others, [chat_id]: draft } };
  };
}

/** The part of a draft that is kept by the service. */
export function writtenOf(draft: Draft | undefined): Written {
  if (draft?.editing) return draft.before ?? EMPTY_DRAFT;
  return draft ?? EMPTY_DRAFT;
}

/** Takes up a message to change its words; what was written is put aside. */
export function draftToEdit(draft: Draft, message: Message): Draft {
  const { text, entities } = wordsOf(message);
  const written = writtenOf(draft);
  const before = { text: written.text, ...answeringOf(written) };
  return { text: writeMarkdown(text, entities), editing: message, before };
}

/** Answers a message, or some words of it, with what is written. */
export function draftToReply(draft: Draft, reply_to: Message, quote?: Quote): Draft {
  return { text: writtenOf(draft).text, reply_to, ...(quote ? { quote } : {}) };
}

/** Lets go of what is changed or answered; what was written stays. */
export function leftDraft(draft: Draft): Draft {
  return draft.editing ? { text: "", ...draft.before } : { text: draft.text };
}

export function setUnsaved(chat_id: number, unsaved: boolean): Change {
  return ({ unsaved: before }) => {
    const next = new Set(before);
    if (unsaved) next.add(chat_id);
    else next.delete(chat_id);
    return { unsaved: next };
  };
}

/** The service has the draft as it stands here; news up to `seq` tell of older ones. */
export function setSaved(chat_id: number, seq: number): Change {
  return (state) => ({
    ...setUnsaved(chat_id, false)(state),
    drafts_since: { ...state.drafts_since, [chat_id]: seq },
  });
}

/** What the person's news tell of a draft: what was written here since goes before it, and what was saved here later. */
export function hearDraft(chat_id: number, told: ToldDraft): Change {
  return (state) => {
    // Whether it is newer than what is written here is known once that is saved.
    if (state.unsaved.has(chat_id)) return { drafts_passed: { ...state.drafts_passed, [chat_id]: told } };
    if (told.seq <= (state.drafts_since[chat_id] ?? 0)) return {};
    return {
      ...takeDraft(chat_id, told.draft)(state),
      drafts_since: { ...state.drafts_since, [chat_id]: told.seq },
    };
  };
}

/** Up to which of the person's news they have told of a chat's settings. */
export function heardUpTo({ drafts_since, drafts_passed }: State, chat_id: number): number {
  return Math.max(drafts_since[chat_id] ?? 0, drafts_passed[chat_id]?.seq ?? 0);
}

/** Takes what another screen of the person's wrote; what was written here since goes before it. */
export function takeDraft(chat_id: number, saved: SavedDraft | undefined): Change {
  return (state) => {
    if (state.unsaved.has(chat_id)) return {};
    const draft = state.drafts[chat_id];
    const { text = "", entities = [], reply_to_message } = saved ?? {};
    const before = writtenOf(draft);
    const same = sameWords(readMarkdown(before.text), { text, entities });
    // The same words may have been typed with other marks.
    const words = same ? before.text : writeMarkdown(text, entities);
    const answered = reply_to_message ? { reply_to: reply_to_message } : {};
    // The service keeps no quotes: one that was made here stays for as long as its message is answered.
    const quoted = sameReply(before, answered) && before.quote ? { quote: before.quote } : {};
    const written: Written = { text: words, ...answered, ...quoted };
    if (sameWritten(before, written)) return {};
    return setDraft(chat_id, draft?.editing ? { ...draft, before: written } : written)(state);
  };
}

/** Whether the service's draft is what was written here. */
export function isSaved(written: Written, saved: SavedDraft | undefined): boolean {
  const { text = "", entities = [], reply_to_message } = saved ?? {};
  const answered = reply_to_message ? { reply_to: reply_to_message } : {};
  // Blanks alone are not kept.
  const words = written.text.trim() === "" && text === "" ? EMPTY_DRAFT : written;
  return sameWords(readMarkdown(words.text), { text, entities }) && sameReply(words, answered);
}

/** Whether two drafts are the same to the service. */
export function sameWritten(a: Written, b: Written): boolean {
  return a.text === b.text && sameReply(a, b);
}

function sameReply(a: Answering, b: Answering): boolean {
  return a.reply_to?.message_id === b.reply_to?.message_id;
}
