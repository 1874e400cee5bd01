/** One viewer's window on the store: everything is shown as this account may see it. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Account } from "../domain/accounts.ts";
import type { Chat } from "../domain/chats.ts";
import type { Message } from "../domain/messages.ts";
import type { MessageEntity } from "../domain/text/entity.ts";
import { findAccount } from "../store/accounts.ts";
import { findChat } from "../store/chats.ts";
import type { Awaitable, ReadTx } from "../store/db.ts";
import { findMessage, type MessagePlace } from "../store/messages.ts";
import type { FileIdMinter } from "./file-id.ts";
import { presentPhoto } from "./photos.ts";
import { presentChat, presentUser } from "./users.ts";

/** What many presentations need, and of what may not be there, what was asked for. */
interface Held {
  readonly accounts: readonly Account[];
  readonly chat_ids: Iterable<number>;
  readonly chats: readonly Chat[];
  readonly places: readonly MessagePlace[];
  readonly messages: readonly Message[];
}

/** Accounts and chats looked up once are remembered for the view's short life. */
export class View {
  readonly tx: ReadTx;
  readonly viewer: Account;
  readonly fileIds: FileIdMinter;
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

  /** Whether the viewer is this account. */
  isViewer(account_id: number): boolean {
    return this.viewer.id === account_id;
  }

  /** Takes an account that is already at hand. */
  knows(account: Account): this {
    this.#accounts.set(account.id, account);
    return this;
  }

  /** Takes what was asked for at once, so that it is not asked for one by one; also that some of it is not there. */
  holds({ accounts, chat_ids, chats, places, messages }: Held): this {
    for (const account of accounts) this.#accounts.set(account.id, account);
    this.#chats ??= new Map();
    for (const id of chat_ids) this.#chats.set(id, undefined);
    for (const chat of chats) this.#chats.set(chat.id, chat);
    this.#messages ??= new Map();
    for (const [chat_id, message_id] of places) this.#messages.set(`${chat_id}/${message_id}`, undefined);
    for (const message of messages) this.#messages.set(`${message.chat_id}/${message.message_id}`, message);
    return this;
  }

  /** A message that something refers to. */
  message(chat_id: number, message_id: number): Awaitable<Message | undefined> {
    const place = `${chat_id}/${message_id}`;
    return this.#messages?.has(place) ? this.#messages.get(place) : findMessage(this.tx, chat_id, message_id);
  }

  account(id: number): Awaitable<Account | undefined> {
    return this.#accounts.get(id) ?? this.#find(id);
  }

  user(id: number): Awaitable<Wire.User> {
    const account = this.#accounts.get(id);
    return account ? this.show(account) : this.#findUser(id);
  }

  /** An account that is at hand. People see faces; what bots see of a user is fixed (interface.md, Resources). */
  show(account: Account): Wire.User {
    const user = presentUser(account);
    const photo = this.viewer.is_bot ? undefined : this.photoOf(account);
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

  chat(chat: Chat): Awaitable<Wire.Chat> {
    return chat.type === "private" ? this.#privateChat(chat) : presentChat(chat, this.viewer.id, this.#accounts);
  }

  /** A chat that something refers to: the channel a message was forwarded from, the group an administrator speaks for. */
  async chatOf(id: number): Promise<Wire.Chat> {
    let chat = this.#chats?.get(id);
    if (!chat && !this.#chats?.has(id)) {
      chat = await findChat(this.tx, id);
      if (chat) (this.#chats ??= new Map()).set(id, chat);
    }
    return chat ? this.chat(chat) : { id, type: "channel", title: "" };
  }

  async #find(id: number): Promise<Account | undefined> {
    const account = await findAccount(this.tx, id);
    if (account) this.#accounts.set(id, account);
    return account;
  }

  async #findUser(id: number): Promise<Wire.User> {
    const account = await this.#find(id);
    return account ? this.show(account) : { id, is_bot: false, first_name: "" };
  }

  async #privateChat(chat: Chat): Promise<Wire.Chat> {
    await this.account(chat.low_id!);
    await this.account(chat.high_id!);
    return presentChat(chat, this.viewer.id, this.#accounts);
  }

  /** Entities on the wire: a text mention names the whole user, and is plain text where there is no such user. */
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
