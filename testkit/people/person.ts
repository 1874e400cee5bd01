/** A person of the world, who does what the test says. */
import type { ChatMember, Message, WebPage } from "heliogram";
import type { Reaction, TopicRow } from "@heliogram/shared/wire.ts";
import type { Context } from "../context.ts";
import type { Target } from "../directory.ts";
import type { TestChat } from "../service/world.ts";
import type { Caller } from "../service/client.ts";
import { botCall, isDraft } from "../bots/bot-call.ts";
import { chatOf, type WaitOptions } from "../expectations/criteria.ts";
import { PreviewLog } from "../service/preview-log.ts";
import { Deadline } from "../service/timers.ts";
import { findButton, type FoundButton } from "./buttons.ts";
import { asBlob, SAMPLE_PHOTO, type FileContent } from "./files.ts";
import {
  chatOfTopic,
  findTopic,
  reactionTypes,
  testTopic,
  threadOf,
  threadParams,
  type TestTopic,
  type TopicRef,
} from "./topics.ts";

export interface SendOptions {
  /** The chat, or whom to write to; by default that of the topic, or the only bot of the world. */
  readonly to?: Target;
  /** The topic to write in. */
  readonly topic?: TopicRef | TestTopic;
  /** The message that is answered. */
  readonly replyTo?: Message;
  /** More parameters of the method, as the user API has them. */
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface FileOptions extends SendOptions {
  readonly caption?: string;
  readonly fileName?: string;
}

export interface TapOptions {
  /** The chat in which the button is; by default that with the only bot of the world. */
  readonly to?: Target;
  /** The message that has the button; by default the newest with such a button. */
  readonly message?: Message;
  /** How long to wait for the button, in milliseconds. */
  readonly timeout?: number;
}

export interface InOptions {
  /** The chat; by default that with the only bot of the world. */
  readonly in?: Target;
}

export interface MessagesOptions extends InOptions {
  /** The messages of this topic alone. */
  readonly topic?: TopicRef | TestTopic;
}

interface PersonData {
  readonly id: number;
  readonly name: string;
  readonly username: string | null;
  readonly access_token: string;
}

/** A chat that a button asks for, and what is to be done for the bot before. */
interface SharableChat {
  readonly chat: { readonly id: number };
  readonly adds_bot?: true;
  readonly grants_rights?: Readonly<Record<string, boolean>>;
}

function isList(shared: Target | readonly Target[]): shared is readonly Target[] {
  return Array.isArray(shared);
}

/** The newest messages that are read when nothing else is asked for. */
const MESSAGES = 50;
/** The most topics of one page. */
const TOPICS = 100;

export class Person {
  readonly id: number;
  readonly name: string;
  readonly username: string | null;
  /** For the methods of the user API, `POST /api/<method>`. */
  readonly access_token: string;
  readonly #context: Context;

  constructor(context: Context, { id, name, username, access_token }: PersonData) {
    this.#context = context;
    this.id = id;
    this.name = name;
    this.username = username;
    this.access_token = access_token;
  }

  /** Calls a method of the user API. @throws CallRefused */
  async call<T = unknown>(method: string, params: object | FormData = {}): Promise<T> {
    await this.#context.window.begin();
    return this.#call<T>(method, params);
  }

  /** Sends a text. `/start` to a bot presses its Start button, which also unblocks it. @throws CallRefused */
  async send(text: string, options: SendOptions = {}): Promise<Message> {
    const chat_id = this.#place(options);
    const start = this.#context.directory.isBot(chat_id) ? /^\/start(?: ([A-Za-z0-9_-]{1,64}))?$/.exec(text) : null;
    if (start) {
      const [, payload] = start;
      return this.call<Message>("startBot", { user_id: chat_id, ...(payload === undefined ? {} : { payload }) });
    }
    await this.#open(chat_id);
    return this.call<Message>("sendMessage", { chat_id, text, ...extras(options) });
  }

  /** Answers a message in its chat. @throws CallRefused */
  async reply(message: Message, text: string): Promise<Message> {
    return this.send(text, { to: this.#placeOf(message).chat_id, replyTo: message });
  }

  /** Changes the text of an own message. @throws CallRefused */
  async edit(message: Message, text: string): Promise<Message> {
    return this.call<Message>("editMessageText", { ...this.#placeOf(message), text });
  }

  /** Deletes a message. @throws CallRefused */
  async delete(message: Message): Promise<void> {
    await this.call("deleteMessage", this.#placeOf(message));
  }

  /**
   * Reacts to a message, in place of the own earlier reactions; with `[]`, takes them back.
   * @throws CallRefused
   */
  async react(message: Message, emoji: string | readonly string[]): Promise<void> {
    await this.call("setMessageReaction", { ...this.#placeOf(message), reaction: reactionTypes(emoji) });
  }

  /** The reactions to a message of a private chat or group with who has added them, the newest first. @throws CallRefused */
  async reactions(message: Message): Promise<Reaction[]> {
    const { reactions } = await this.#call<{ reactions: Reaction[] }>("listReactions", this.#placeOf(message));
    return reactions;
  }

  /** Creates a topic in a group with topics, or in the private chat with a bot that lets people do it. @throws CallRefused */
  async createTopic(name: string, options: InOptions = {}): Promise<TestTopic> {
    const chat_id = this.#target(options.in);
    await this.#open(chat_id);
    return testTopic(chat_id, await this.call<TestTopic>("createForumTopic", { chat_id, name }));
  }

  /** The topic with this name. @throws Error with the names that there are */
  async topic(name: string, options: InOptions = {}): Promise<TestTopic> {
    return findTopic(this.#target(options.in), await this.topics(options), name);
  }

  /** The topics of a chat with the person's unread counts, the one with the newest message first. @throws CallRefused */
  async topics(options: InOptions = {}): Promise<TopicRow[]> {
    const chat_id = this.#target(options.in);
    await this.#open(chat_id);
    const { topics } = await this.#call<{ topics: TopicRow[] }>("listTopics", { chat_id, limit: TOPICS });
    return topics;
  }

  /** Closes a topic of a group: only those write in it who may manage it. @throws CallRefused */
  async closeTopic({ chat_id, message_thread_id }: TestTopic): Promise<void> {
    await this.call("closeForumTopic", { chat_id, message_thread_id });
  }

  /** @throws CallRefused */
  async reopenTopic({ chat_id, message_thread_id }: TestTopic): Promise<void> {
    await this.call("reopenForumTopic", { chat_id, message_thread_id });
  }

  /** Sends a photo; without one, a sample. @throws CallRefused */
  async sendPhoto(photo: FileContent = SAMPLE_PHOTO, options: FileOptions = {}): Promise<Message> {
    return this.#sendFile("photo", photo, "photo.png", options);
  }

  /** Sends a file. @throws CallRefused */
  async sendDocument(document: FileContent, options: FileOptions = {}): Promise<Message> {
    return this.#sendFile("document", document, "document.txt", options);
  }

  /**
   * Presses the button with this text, of an inline keyboard or a reply keyboard. Waits until there is one.
   * @returns the message with the inline button, or the message that the button of a reply keyboard has sent
   */
  async tap(text: string, options: TapOptions = {}): Promise<Message> {
    const chat_id = this.#target(options.to);
    await this.#open(chat_id);
    const { message, callback_data, request, share } = await this.#untilButton(chat_id, text, options);
    if (share) throw new Error(`the button “${text}” asks for ${share.kind}: press it with share()`);
    if (request === "contact")
      return this.call<Message>("sendContact", { chat_id, phone_number: "+15550100", first_name: this.name });
    if (request === "location") return this.call<Message>("sendLocation", { chat_id, latitude: 51.48, longitude: 0 });
    if (callback_data === undefined) return this.call<Message>("sendMessage", { chat_id, text });
    const press = { chat_id, message_id: message.message_id, callback_data };
    const { callback_query_id } = await this.call<{ callback_query_id: string }>("pressButton", press);
    this.#context.taps.set(callback_query_id, this.id);
    return message;
  }

  /**
   * Presses the button with this text of a reply keyboard, which asks for users or for a chat, and shares them. Waits
   * until there is one. Where the button asks for it, the person adds the bot to the chat and gives it rights before.
   * @param shared - one or several people and bots, or a group or channel
   * @returns the message that says what was shared
   */
  async share(text: string, shared: Target | readonly Target[], options: TapOptions = {}): Promise<Message> {
    const bot_id = this.#target(options.to);
    await this.#open(bot_id);
    const { message, share } = await this.#untilButton(bot_id, text, options);
    if (!share) throw new Error(`the button “${text}” asks for no users and for no chat`);
    const button = { bot_id, message_id: message.message_id, request_id: share.request_id };
    const ids = (isList(shared) ? shared : [shared]).map((each) => this.#target(each));
    if (share.kind === "users") return this.call<Message>("shareUsers", { ...button, user_ids: ids });
    const [shared_chat_id] = ids;
    if (shared_chat_id !== undefined) await this.#prepareBot(button, shared_chat_id);
    return this.call<Message>("shareChat", { ...button, shared_chat_id });
  }

  /**
   * Stops what a bot is writing: its newest streamed draft in the chat. Waits until there is one that can be stopped.
   * @returns the id of the draft
   */
  async stop(options: Omit<TapOptions, "message"> = {}): Promise<number> {
    const chat_id = this.#target(options.to);
    await this.#open(chat_id);
    const { calls, crashed, directory, timeout_ms } = this.#context;
    const { timeout = timeout_ms } = options;
    const deadline = new Deadline(timeout);
    for (;;) {
      await calls.sync();
      // In a private chat, the bot sees this person as the chat.
      const place = directory.isBot(chat_id) ? this.id : chat_id;
      const found = calls.calls
        .flatMap((each) => botCall(each) ?? [])
        .findLast((each) => isDraft(each) && chatOf(this.#context, each) === place);
      if (found) {
        const draft_id = Number(found.params.draft_id);
        const { message_thread_id } = found.params;
        const stopping = {
          chat_id,
          bot_id: found.bot_id,
          draft_id,
          ...(message_thread_id ? { message_thread_id } : {}),
        };
        if (await this.call<boolean>("stopMessageGeneration", stopping)) return draft_id;
      }
      if (!(await calls.nextBotCall(deadline, crashed)))
        throw await this.#context.failure(
          `${directory.nameOf(this.id)} sees no draft to be stopped in the chat with ${directory.nameOf(chat_id)} within ${timeout / 1000} s.`,
        );
    }
  }

  /**
   * The preview of a message's link, as the person sees it. Waits until the service has fetched the page; the world needs
   * `link_previews`.
   */
  async preview(message: Message, { timeout = this.#context.timeout_ms }: WaitOptions = {}): Promise<WebPage> {
    const { chat_id, message_id } = this.#placeOf(message);
    const { client, crashed } = this.#context;
    const pages = new PreviewLog(client);
    const deadline = new Deadline(timeout);
    for (;;) {
      const { web_page } = (await this.messages({ in: chat_id })).find((each) => each.message_id === message_id) ?? {};
      if (web_page) return web_page;
      if (await pages.next(deadline, crashed)) continue;
      throw await this.#context.failure(
        `${this.#context.directory.nameOf(this.id)} sees no preview of message ${message_id} within ${timeout / 1000} s.${pages.summary}`,
      );
    }
  }

  /** Joins a public chat, or any chat by an invite link. @throws CallRefused */
  async join(chat: TestChat | string): Promise<void> {
    if (typeof chat === "string" && chat.includes("/")) await this.call("joinChat", { invite_link: chat });
    else {
      const { username, title } = typeof chat === "string" ? this.#context.directory.chat(chat) : chat;
      if (username === null) throw new Error(`${title} is not public: join it by an invite link, or add the person`);
      await this.call("joinChat", { username });
    }
  }

  /** @throws CallRefused */
  async leave(chat: Target): Promise<void> {
    await this.call("leaveChat", { chat_id: this.#target(chat) });
  }

  /** Adds somebody to a group or channel. @throws CallRefused */
  async add(member: Target, { to }: { readonly to: Target }): Promise<void> {
    await this.call("addMember", { chat_id: this.#target(to), user_id: this.#target(member) });
  }

  /** Creates a group with these members. @throws CallRefused */
  async createGroup(title: string, members: readonly Target[] = []): Promise<TestChat> {
    const { chat } = await this.call<{ chat: { id: number; type: string } }>("createChat", { title });
    const made: TestChat = { id: chat.id, type: chat.type, title, username: null };
    this.#context.directory.chats.push(made);
    for (const member of members) await this.add(member, { to: made });
    return made;
  }

  /** Blocks a bot or a person: their messages are refused. @throws CallRefused */
  async block(account: Target): Promise<void> {
    await this.call("blockUser", { user_id: this.#target(account) });
  }

  /** @throws CallRefused */
  async unblock(account: Target): Promise<void> {
    await this.call("unblockUser", { user_id: this.#target(account) });
  }

  /** The newest messages of a chat or topic as the person sees them, the oldest first. @throws CallRefused */
  async messages({ in: chat, topic }: MessagesOptions = {}): Promise<Message[]> {
    const chat_id = this.#target(chat ?? chatOfTopic(topic));
    await this.#open(chat_id);
    const place = { chat_id, ...(topic === undefined ? {} : { message_thread_id: threadOf(topic) }) };
    const { messages } = await this.#call<{ messages: Message[] }>("getHistory", { ...place, limit: MESSAGES });
    return messages;
  }

  /** The membership of somebody in a chat, as the person sees it. @throws CallRefused */
  async member(user: Target, { in: chat }: { readonly in: Target }): Promise<ChatMember> {
    return this.#call<ChatMember>("getChatMember", { chat_id: this.#target(chat), user_id: this.#target(user) });
  }

  async #untilButton(chat_id: number, text: string, options: TapOptions): Promise<FoundButton> {
    const { calls, crashed, directory, timeout_ms } = this.#context;
    const { timeout = timeout_ms } = options;
    const deadline = new Deadline(timeout);
    for (;;) {
      await calls.sync();
      const messages = await this.messages({ in: chat_id });
      const among = messages.filter(({ message_id }) => message_id === (options.message?.message_id ?? message_id));
      const found = findButton(among, text, this.id);
      if (found) return found;
      if (!(await calls.nextBotCall(deadline, crashed)))
        throw await this.#context.failure(
          `${directory.nameOf(this.id)} sees no button “${text}” in the chat with ${directory.nameOf(chat_id)} within ${timeout / 1000} s.`,
        );
    }
  }

  /** Adds the bot to the chat and gives it rights, as far as the button asks for that. */
  async #prepareBot(button: { readonly bot_id: number }, chat_id: number): Promise<void> {
    const after = chat_id + 1;
    const { chats } = await this.call<{ chats: SharableChat[] }>("listSharableChats", { ...button, after, limit: 1 });
    const found = chats.find(({ chat }) => chat.id === chat_id);
    const bot = { chat_id, user_id: button.bot_id };
    if (found?.adds_bot) await this.call("addMember", bot);
    if (found?.grants_rights) await this.call("promoteChatMember", { ...bot, ...found.grants_rights });
  }

  async #sendFile(
    field: "photo" | "document",
    file: FileContent,
    name: string,
    options: FileOptions,
  ): Promise<Message> {
    const chat_id = this.#place(options);
    await this.#open(chat_id);
    const { caption, fileName = name } = options;
    const fields = { chat_id, ...(caption === undefined ? {} : { caption }), ...extras(options) };
    const form = new FormData();
    for (const [key, value] of Object.entries(fields))
      form.set(key, typeof value === "string" ? value : JSON.stringify(value));
    form.set(field, asBlob(file), fileName);
    return this.call<Message>(field === "photo" ? "sendPhoto" : "sendDocument", form);
  }

  #place({ to, topic }: SendOptions): number {
    return this.#target(to ?? chatOfTopic(topic));
  }

  #target(target: Target | undefined): number {
    const { directory } = this.#context;
    return target === undefined ? directory.onlyBot() : directory.idOf(target);
  }

  /** A private chat exists once one of the two has opened it. */
  async #open(chat_id: number): Promise<void> {
    const key = `${this.id} ${chat_id}`;
    if (chat_id < 0 || this.#context.opened.has(key)) return;
    await this.#call("openChat", { user_id: chat_id });
    this.#context.opened.add(key);
  }

  /** Where the person finds a message. In a private chat, the other side sees this person as the chat. */
  #placeOf({ chat, from, message_id }: Message): { chat_id: number; message_id: number } {
    return { chat_id: chat.id === this.id && from ? from.id : chat.id, message_id };
  }

  async #call<T>(method: string, params: object | FormData): Promise<T> {
    const caller: Caller = { name: this.username ?? this.name, access_token: this.access_token };
    return this.#context.client.user<T>(caller, method, params);
  }
}

function extras({ replyTo, topic, params = {} }: SendOptions): object {
  return { ...params, ...threadParams(topic), ...(replyTo ? { reply_to_message_id: replyTo.message_id } : {}) };
}
