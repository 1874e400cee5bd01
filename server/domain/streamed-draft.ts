/**
 * A streamed draft: what a bot shows of a message that it has not sent yet. Each bot has one draft in a topic, or in a
 * chat without topics, at most (behaviour.md §4).
 */
import type { RichMessage } from "@heliogram/shared/rich.ts";
import type { MessageEntity } from "./text/entity.ts";

/** What one call of `sendMessageDraft` or `sendRichMessageDraft` shows. */
export interface DraftContent {
  /** Not 0. */
  readonly draft_id: number;
  /** Empty while the bot has no text yet. */
  readonly text: string;
  readonly entities: readonly MessageEntity[];
  /** The blocks of a rich message, of which the text is the plain text. */
  readonly rich?: RichMessage;
  /** Whether people may stop the draft. */
  readonly can_stop: boolean;
  /** Whether the draft stays visible when it was stopped. */
  readonly keep_on_stop: boolean;
}

/** Where a bot has a draft. */
export interface DraftPlace {
  readonly chat_id: number;
  readonly bot_id: number;
  /** The topic; 0 outside of topics. */
  readonly thread_id: number;
}

/** The draft of a bot changes. */
export type DraftChange = DraftPlace &
  (
    | { readonly kind: "sent"; readonly sent_ms: number; readonly content: DraftContent }
    /** A person has stopped it. */
    | { readonly kind: "stopped"; readonly draft_id: number }
    /** The bot has sent a message. */
    | { readonly kind: "ended"; readonly ended_ms: number }
  );

/**
 * - `visible`: the draft is shown.
 * - `stopped`: it was stopped. Later drafts with its id are not shown. `content` is there where it stays visible.
 * - `over`: it is not shown any more. Drafts that were sent before `ended_ms` come too late, and are not shown.
 */
export type DraftState =
  | { readonly kind: "visible"; readonly sent_ms: number; readonly content: DraftContent }
  | { readonly kind: "stopped"; readonly draft_id: number; readonly content?: DraftContent | undefined }
  | { readonly kind: "over"; readonly ended_ms: number };

/** The state after a change; the same object where nothing changes. */
export function changedDraft(state: DraftState | undefined, change: DraftChange): DraftState | undefined {
  if (change.kind === "ended") return { kind: "over", ended_ms: change.ended_ms };
  if (change.kind === "stopped") return stopped(state, change.draft_id);
  const { sent_ms, content } = change;
  if (state && isIgnored(state, sent_ms, content.draft_id)) return state;
  return { kind: "visible", sent_ms, content };
}

/** What is shown in a state. */
export function visibleContent(state: DraftState): DraftContent | undefined {
  return state.kind === "over" ? undefined : state.content;
}

/** Whether a person may stop this draft now. */
export function isStoppable(state: DraftState | undefined, draft_id: number): boolean {
  return state?.kind === "visible" && state.content.can_stop && state.content.draft_id === draft_id;
}

/** The state when what is visible has been so for long enough. A draft that was stopped stays so. */
export function expiredDraft(state: DraftState): DraftState {
  if (state.kind === "stopped") return { kind: "stopped", draft_id: state.draft_id };
  return { kind: "over", ended_ms: 0 };
}

function stopped(state: DraftState | undefined, draft_id: number): DraftState | undefined {
  if (state?.kind === "visible" && state.content.draft_id !== draft_id) return state;
  if (state?.kind === "stopped" && state.draft_id === draft_id) return state;
  const kept = state?.kind === "visible" && state.content.keep_on_stop ? state.content : undefined;
  return { kind: "stopped", draft_id, content: kept && { ...kept, can_stop: false } };
}

function isIgnored(state: DraftState, sent_ms: number, draft_id: number): boolean {
  if (state.kind === "stopped") return state.draft_id === draft_id;
  return sent_ms < (state.kind === "over" ? state.ended_ms : state.sent_ms);
}

/** Bytes that a draft takes in memory, about: its text, its entities and blocks, and the frame in which people get it. */
export function draftSize(content: DraftContent): number {
  let units = content.text.length;
  for (const { url, language, custom_emoji_id } of content.entities)
    units += ENTITY_UNITS + (url?.length ?? 0) + (language?.length ?? 0) + (custom_emoji_id?.length ?? 0);
  if (content.rich) units += JSON.stringify(content.rich).length;
  return FIXED_BYTES + units * BYTES_PER_UNIT;
}

/** The objects of a draft, and the user in its frame. */
const FIXED_BYTES = 1000;
/** Names and numbers of an entity. */
const ENTITY_UNITS = 60;
/** Two in the text, and at most three in the frame. */
const BYTES_PER_UNIT = 5;
