/** The chats that have sockets. Few sockets of a chat read by themselves; many are served by a broadcaster. */
import { Broadcaster, type BroadcastDeps } from "./broadcaster.ts";
import type { ChatSubscription } from "./chat-subscription.ts";
import type { StreamNotifier } from "../stream-notifier.ts";
import type { ChatAction, ChatActions } from "../chat-actions.ts";
import { DraftFrames } from "../drafts/draft-frames.ts";
import type { StreamedDrafts } from "../drafts/streamed-drafts.ts";

/** Sockets of a chat from which a broadcaster is worth while. */
const MIN_SUBSCRIPTIONS = 8;

export interface Sources {
  readonly notifier: StreamNotifier;
  readonly chatActions: ChatActions;
  readonly drafts: StreamedDrafts;
}

export class Broadcasters {
  readonly #deps: BroadcastDeps;
  readonly #sources: Sources;
  readonly #chats = new Map<number, SubscribedChat>();

  constructor(deps: BroadcastDeps, sources: Sources) {
    this.#deps = deps;
    this.#sources = sources;
    const { chatActions, drafts } = sources;
    drafts.onChange((chat_id) => this.showDrafts(chat_id));
    chatActions.subscribe((action) => this.#chats.get(action.chat_id)?.showAction(action));
  }

  /** Shows the sockets of a chat what they do not have of its streamed drafts. */
  showDrafts(chat_id: number): void {
    if (this.#sources.drafts.has(chat_id)) this.#chats.get(chat_id)?.showDrafts();
  }

  /** From now on the socket gets the chat's events. */
  join(chat_id: number, subscription: ChatSubscription): void {
    let chat = this.#chats.get(chat_id);
    if (!chat) this.#chats.set(chat_id, (chat = new SubscribedChat(this.#deps, this.#sources, chat_id)));
    chat.subscriptions.add(subscription);
  }

  leave(chat_id: number, subscription: ChatSubscription): void {
    const chat = this.#chats.get(chat_id);
    chat?.subscriptions.delete(subscription);
    if (!chat || chat.subscriptions.size > 0) return;
    chat.stop();
    this.#chats.delete(chat_id);
  }
}

class SubscribedChat {
  readonly subscriptions = new Set<ChatSubscription>();
  readonly #deps: BroadcastDeps;
  readonly #chat_id: number;
  readonly #unwatch: () => void;
  readonly #drafts: StreamedDrafts;
  #draftFrames: DraftFrames | undefined;
  #isReadingDrafts = false;
  #broadcaster: Broadcaster | undefined;

  constructor(deps: BroadcastDeps, { notifier, drafts }: Sources, chat_id: number) {
    this.#deps = deps;
    this.#chat_id = chat_id;
    this.#drafts = drafts;
    this.#unwatch = notifier.watch(
      chat_id,
      () => this.#wake(),
      () => this.#position(),
    );
  }

  showAction(action: ChatAction): void {
    const broadcaster = this.#shared();
    if (broadcaster) broadcaster.showAction(action);
    else for (const { socket } of this.subscriptions) socket.showAction(action);
  }

  showDrafts(): void {
    const frames = (this.#draftFrames ??= new DraftFrames({ ...this.#deps, drafts: this.#drafts }, this.#chat_id));
    const broadcaster = this.#shared();
    if (broadcaster) broadcaster.showDrafts(frames);
    else if (!frames.render()) this.#readDrafts(frames);
    else {
      const { version } = frames;
      // A socket that is reading may be that of a person who has left. It shows the drafts when it has read.
      for (const each of this.subscriptions) if (!each.isReading) frames.show(each, version);
    }
  }

  /** Drafts that change meanwhile are rendered by the next read. */
  #readDrafts(frames: DraftFrames): void {
    if (this.#isReadingDrafts) return;
    this.#isReadingDrafts = true;
    const read = frames.read().finally(() => {
      this.#isReadingDrafts = false;
    });
    // After a failure, the next change of a draft tries again.
    void read.then(() => this.showDrafts(), this.#deps.onError);
  }

  stop(): void {
    this.#unwatch();
    this.#broadcaster?.stop();
  }

  /** The newest event that all sockets have. */
  #position(): number {
    let oldest = Number.POSITIVE_INFINITY;
    for (const { cursor } of this.subscriptions) oldest = Math.min(oldest, cursor);
    return oldest;
  }

  #wake(): void {
    const broadcaster = this.#shared();
    if (broadcaster) broadcaster.wake();
    else for (const { socket } of this.subscriptions) socket.readStream(this.#chat_id);
  }

  /**
   * Private chats (ids above 0) look different to either side and have few sockets, so they never have a broadcaster.
   */
  #shared(): Broadcaster | undefined {
    const areMany = this.#chat_id < 0 && this.subscriptions.size >= MIN_SUBSCRIPTIONS;
    if (areMany) this.#broadcaster ??= new Broadcaster(this.#deps, this.#chat_id, this.subscriptions);
    else if (this.#broadcaster?.isIdle) {
      this.#broadcaster.stop();
      this.#broadcaster = undefined;
    }
    return this.#broadcaster;
  }
}
