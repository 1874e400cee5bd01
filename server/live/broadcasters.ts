/** Who of all chats has screens, and how these are told what happens there: one by one while they are few, or all at once. */
import { Broadcaster, type BroadcastDeps } from "./broadcaster.ts";
import type { ChatScreen } from "./chat-screen.ts";
import type { Hub } from "./hub.ts";
import type { Acting, PresenceBoard } from "./presence.ts";

/** Screens from which it is worth while to make an event once for all. */
const SHARED_FROM = 8;

export interface Sources {
  readonly hub: Hub;
  readonly presence: PresenceBoard;
}

export class Broadcasters {
  readonly #deps: BroadcastDeps;
  readonly #hub: Hub;
  readonly #chats = new Map<number, FollowedChat>();

  constructor(deps: BroadcastDeps, { hub, presence }: Sources) {
    this.#deps = deps;
    this.#hub = hub;
    presence.listen((acting) => this.#chats.get(acting.chat_id)?.act(acting));
  }

  /** From now on the screen is told what happens in the chat. */
  join(chat_id: number, screen: ChatScreen): void {
    let chat = this.#chats.get(chat_id);
    if (!chat) this.#chats.set(chat_id, (chat = new FollowedChat(this.#deps, this.#hub, chat_id)));
    chat.screens.add(screen);
  }

  leave(chat_id: number, screen: ChatScreen): void {
    const chat = this.#chats.get(chat_id);
    chat?.screens.delete(screen);
    if (!chat || chat.screens.size > 0) return;
    chat.stop();
    this.#chats.delete(chat_id);
  }
}

class FollowedChat {
  readonly screens = new Set<ChatScreen>();
  readonly #deps: BroadcastDeps;
  readonly #chat_id: number;
  readonly #unwatch: () => void;
  #broadcaster: Broadcaster | undefined;

  constructor(deps: BroadcastDeps, hub: Hub, chat_id: number) {
    this.#deps = deps;
    this.#chat_id = chat_id;
    this.#unwatch = hub.watch(chat_id, () => this.#wake());
  }

  act(acting: Acting): void {
    const broadcaster = this.#shared();
    if (broadcaster) broadcaster.act(acting);
    else for (const { screen } of this.screens) screen.showAction(acting);
  }

  stop(): void {
    this.#unwatch();
    this.#broadcaster?.stop();
  }

  #wake(): void {
    const broadcaster = this.#shared();
    if (broadcaster) broadcaster.wake();
    else for (const { screen } of this.screens) screen.wake(this.#chat_id);
  }

  /** Private chats, whose ids are above 0, look different from either side and have few screens. */
  #shared(): Broadcaster | undefined {
    const areMany = this.#chat_id < 0 && this.screens.size >= SHARED_FROM;
    if (areMany) this.#broadcaster ??= new Broadcaster(this.#deps, this.#chat_id, this.screens);
    else if (this.#broadcaster?.isIdle) {
      this.#broadcaster.stop();
      this.#broadcaster = undefined;
    }
    return this.#broadcaster;
  }
}
