/** The frames in which the people of one chat get its streamed drafts. Each draft is serialized once. */
import type { Frame } from "@heliogram/shared/wire.ts";
import { portableJson } from "../../domain/text/portable.ts";
import { withoutMentions } from "../../domain/rich/without-mentions.ts";
import type { DraftContent } from "../../domain/streamed-draft.ts";
import { textFor, type SharedText, type SharedTexts } from "../../present/shared-event.ts";
import type { Db, ReadTx } from "../../store/db.ts";
import { FileIdCache } from "../sockets/file-id-cache.ts";
import type { FileIdMinter } from "../../present/file-id.ts";
import type { ChatSubscription } from "../sockets/chat-subscription.ts";
import { frameBytes } from "../sockets/frame-bytes.ts";
import type { Draft, StreamedDrafts } from "./streamed-drafts.ts";

export interface DraftFrameDeps {
  readonly db: Db;
  readonly fileIds: FileIdMinter;
  readonly texts: SharedTexts;
  readonly drafts: StreamedDrafts;
}

/** A draft as it is shown. */
interface Rendered {
  readonly version: number;
  readonly draft_id: number;
  /** Its bot, read again when another draft begins, and the entities where they mention people. */
  readonly shared: SharedText;
  readonly idOf: readonly ((viewer_id: number) => string)[];
  readonly hasMentions: boolean;
  /** The other members of the frame. */
  readonly rest: string;
  /** The frame, if it is the same for all. */
  bytes: Buffer | undefined;
}

export class DraftFrames {
  readonly #deps: DraftFrameDeps;
  readonly #chat_id: number;
  readonly #ids: FileIdCache;
  #rendered = new WeakMap<Draft, Rendered>();

  constructor(deps: DraftFrameDeps, chat_id: number) {
    this.#deps = deps;
    this.#chat_id = chat_id;
    this.#ids = new FileIdCache(deps.fileIds);
  }

  /** The version of the newest change in the chat. */
  get version(): number {
    let newest = 0;
    for (const { version } of this.#deps.drafts.of(this.#chat_id)) newest = Math.max(newest, version);
    return newest;
  }

  /** Renders what has changed. @returns false if something must be read from the store before: call `read` */
  render(): boolean {
    let isAll = true;
    for (const draft of this.#deps.drafts.of(this.#chat_id)) isAll = this.#render(draft) && isAll;
    return isAll;
  }

  /** Renders what needs the store: the bots of new drafts, and mentioned people. */
  async read(): Promise<void> {
    await this.#deps.db.read(async (tx) => {
      for (const draft of this.#deps.drafts.of(this.#chat_id)) await this.#read(tx, draft);
    });
  }

  /** Shows a socket the changes that it does not have. Everything must be rendered. @returns whether it was sent any */
  show(subscription: ChatSubscription, version: number): boolean {
    if (subscription.draft_version >= version) return false;
    const frames = this.#framesFor(subscription.person_id, subscription.draft_version);
    if (frames.length > 0 && !subscription.socket.sendDrafts(this.#chat_id, frames)) return false;
    subscription.draft_version = version;
    return frames.length > 0;
  }

  /** The frames for a person who has the changes up to `after`. */
  #framesFor(person_id: number, after: number): Buffer[] {
    const frames: Buffer[] = [];
    for (const draft of this.#deps.drafts.of(this.#chat_id)) {
      if (draft.version <= after) continue;
      if (draft.content) frames.push(this.#bytesFor(draft, person_id));
      // Who has seen nothing of the chat's drafts has nothing to remove.
      else if (after > 0 && draft.draft_id !== 0) frames.push(this.#end(draft));
    }
    return frames;
  }

  #render(draft: Draft): boolean {
    const { content, version } = draft;
    const before = this.#rendered.get(draft);
    if (!content || before?.version === version) return true;
    if (before?.draft_id !== content.draft_id || before.hasMentions || content.entities.some(isMention)) return false;
    this.#rendered.set(draft, { ...before, version, rest: restOf(content), bytes: undefined });
    return true;
  }

  async #read(tx: ReadTx, draft: Draft): Promise<void> {
    const { content, version, bot_id } = draft;
    const before = this.#rendered.get(draft);
    if (!content || before?.version === version) return;
    const hasMentions = content.entities.some(isMention);
    const shared = await this.#deps.texts.draft(tx, bot_id, hasMentions ? content.entities : undefined);
    const idOf = shared.files.map((file) => this.#ids.of(file));
    const rest = restOf(hasMentions ? { ...content, entities: [] } : content);
    const { draft_id } = content;
    this.#rendered.set(draft, { version, draft_id, shared, idOf, hasMentions, rest, bytes: undefined });
  }

  #bytesFor(draft: Draft, person_id: number): Buffer {
    const rendered = this.#rendered.get(draft)!;
    if (rendered.bytes) return rendered.bytes;
    const { shared, idOf, rest } = rendered;
    const head = JSON.stringify({ type: "streamed_draft" satisfies Frame["type"], ...placeOf(draft) });
    const own = textFor(shared, idOf, person_id);
    const bytes = frameBytes([`${head.slice(0, -1)},${own.slice(1, -1)},${rest}`]);
    if (shared.gaps.length === 0) rendered.bytes = bytes;
    return bytes;
  }

  #end(draft: Draft): Buffer {
    const { bot_id: user_id, draft_id } = draft;
    const frame: Frame = { type: "streamed_draft_end", ...placeOf(draft), user_id, draft_id };
    return frameBytes([JSON.stringify(frame)]);
  }
}

/** In a private chat, the people who see the draft know the chat by the id of the bot. */
function placeOf({ chat_id, bot_id, thread_id }: Draft) {
  return { chat_id: chat_id < 0 ? chat_id : bot_id, ...(thread_id !== 0 && { message_thread_id: thread_id }) };
}

function isMention({ user_id }: DraftContent["entities"][number]): boolean {
  return user_id !== undefined;
}

function restOf({ draft_id, text, entities, rich, can_stop }: DraftContent): string {
  const members = {
    draft_id,
    text,
    ...(entities.length > 0 && { entities }),
    ...(rich && { rich_message: withoutMentions(rich) }),
    ...(can_stop && { can_stop: true }),
  };
  return portableJson(JSON.stringify(members)).slice(1);
}
