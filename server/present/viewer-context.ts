/**
 * The context of presenting to one viewer: the transaction, the viewer, and a cache of accounts, chats and messages.
 */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Account } from "../domain/accounts.ts";
import type { Chat } from "../domain/chats.ts";
import type { Message } from "../domain/messages.ts";
import type { MessageEntity } from "../domain/text/entity.ts";
import { findAccount } from "../store/queries/accounts/accounts.ts";
import { findChat } from "../store/queries/chats/chats.ts";
import type { ReadTx } from "../store/db.ts";
import { whenThere, type MaybePromise } from "../store/maybe-promise.ts";
import { findMessage, type MessagePlace } from "../store/queries/messages/messages.ts";
import type { FileIdMinter } from "./file-id.ts";
import { presentPhoto } from "./photos.ts";
import { presentChat, presentUser, presentUserToBot } from "./users.ts";

/** Rows loaded ahead. `chat_ids` and `places` are the keys that were looked up, so that missing rows are cached too. */
interface Preloaded {
  readonly accounts: readonly Account[];
  readonly chat_ids: Iterable<number>;
  readonly chats: readonly Chat[];
  readonly places: readonly MessagePlace[];
  readonly messages: readonly Message[];
}

/** A context lives for one call or event only, so its cache needs no invalidation. */
export class ViewerContext {
  readonly tx: ReadTx;
  readonly viewer: Account;
  readonly fileIds: FileIdMinter;
  /** The viewer's own reactions to messages of the chat, where they were loaded. */
  chosenReactions: ReadonlyMap<number, readonly string[]> | undefined;
  readonly #accounts = new Map<number, Account>();
  #photos: Map<number, Wire.ChatPhoto> | undefined;
  #chats: Map<number, Chat | undefined> | undefined;
  #messages: Map<string, Message | undefined> | undefined;

  constructor(tx: ReadTx, viewer: Account, fileIds: FileIdMinter) {
    this.tx = tx;
    this.viewer = viewer;
    this.fileIds = fileIds;
    this.#accounts.set(viewer.id, viewer);
  }

  /** Whether the account is the viewer. */
  isViewer(account_id: number): boolean {
    return this.viewer.id === account_id;
  }

  /** Adds an account that is already loaded. */
  withAccount(account: Account): this {
    this.#accounts.set(account.id, account);
    return this;
  }

  /** Adds rows that were loaded together, so that they are not looked up one by one. */
  preload({ accounts, chat_ids, chats, places, messages }: Preloaded): this {
    for (const account of accounts) this.#accounts.set(account.id, account);
    this.#chats ??= new Map();
    for (const id of chat_ids) this.#chats.set(id, undefined);
    for (const chat of chats) this.#chats.set(chat.id, chat);
    this.#messages ??= new Map();
    for (const [chat_id, message_id] of places) this.#messages.set(`${chat_id}/${message_id}`, undefined);
    for (const message of messages) this.#messages.set(`${message.chat_id}/${message.message_id}`, message);
    return this;
  }

  /** A message that something else refers to. */
  async message(chat_id: number, message_id: number): Promise<Message | undefined> {
    const place = `${chat_id}/${message_id}`;
    return this.#messages?.has(place) ? this.#messages.get(place) : findMessage(this.tx, chat_id, message_id);
  }

  account(id: number): MaybePromise<Account | undefined> {
    return this.#accounts.get(id) ?? this.#find(id);
  }

  user(id: number): MaybePromise<Wire.User> {
    return whenThere(this.account(id), (account) =>
      account ? this.show(account) : { id, is_bot: false, first_name: "" },
    );
  }

  /**
   * Presents a loaded account. People also get its photo; the User of the bot API has none (interface.md, Resources).
   * Bots get the language.
   */
  show(account: Account): Wire.User {
    if (this.viewer.is_bot) return presentUserToBot(account);
    const user = presentUser(account);
    const photo = this.photoOf(account);
    return photo ? { ...user, photo } : user;
  }

  photoOf(account: Account): Wire.ChatPhoto | undefined {
    if (!account.photo) return undefined;
    const known = this.#photos?.get(account.id);
    if (known) return known;
    const photo = presentPhoto(account.photo, this.fileIds, this.viewer.id);
    (this.#photos ??= new Map()).set(account.id, photo);
    return photo;
  }

  chat(chat: Chat): MaybePromise<Wire.Chat> {
    return chat.type === "private" ? this.#privateChat(chat) : presentChat(chat, this.viewer.id, this.#accounts);
  }

  /** A chat that a message refers to: the channel it was forwarded from, or the group an administrator posted for. */
  async chatOf(id: number): Promise<Wire.Chat> {
    const chat = await this.storedChat(id);
    return chat ? this.chat(chat) : { id, type: "channel", title: "" };
  }

  /** The chat as it is stored, for its photo; `undefined` if it was deleted. */
  async storedChat(id: number): Promise<Chat | undefined> {
    let chat = this.#chats?.get(id);
    if (!chat && !this.#chats?.has(id)) {
      chat = await findChat(this.tx, id);
      if (chat) (this.#chats ??= new Map()).set(id, chat);
    }
    return chat;
  }

  #find(id: number): MaybePromise<Account | undefined> {
    return whenThere(findAccount(this.tx, id), (account) => {
      if (account) this.#accounts.set(id, account);
      return account;
    });
  }

  #privateChat(chat: Chat): MaybePromise<Wire.Chat> {
    const show = () => presentChat(chat, this.viewer.id, this.#accounts);
    const parties = [this.account(chat.low_id!), this.account(chat.high_id!)];
    return parties.some((each) => each instanceof Promise) ? Promise.all(parties).then(show) : show();
  }

  /** Presents entities. A text mention contains the whole user, and is dropped if there is no such user. */
  async entities(entities: readonly MessageEntity[]): Promise<Wire.MessageEntity[] | undefined> {
    const shown: Wire.MessageEntity[] = [];
    for (const { user_id, ...entity } of entities) {
      const account = user_id === undefined ? undefined : await this.account(user_id);
      if (account) shown.push({ ...entity, user: this.show(account) });
      else if (user_id === undefined) shown.push(entity);
    }
    return shown.length > 0 ? shown : undefined;
  }
}
