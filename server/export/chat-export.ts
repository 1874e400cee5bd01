/** A chat as a tar archive: messages, members and files, as JSON and as pages for a browser. */
import type { Chat } from "../domain/chats.ts";
import type { Message } from "../domain/messages.ts";
import { listMembersOf } from "../store/queries/members/members.ts";
import { oldestMessages } from "../store/queries/retention/expiry.ts";
import type { Db } from "../store/db.ts";
import { ArchiveFiles, type BlobReader } from "./archive-files.ts";
import { escapeHtml, htmlMessage, htmlPage } from "./html.ts";
import { archivedAccounts, archivedMessage, type ArchivedAccount } from "./message-json.ts";
import { TAR_END, tarEntry } from "./tar.ts";

/** Messages of one page, and members of one file. Each is in memory for a moment. */
const MESSAGES_PER_PAGE = 500;
const MEMBERS_PER_FILE = 1000;

export interface ExportSource {
  readonly db: Db;
  readonly blobs: BlobReader;
  /** A time in milliseconds as text of ISO 8601. */
  readonly writeDate: (at_ms: number) => string;
}

const nameOf = (what: string, page: number) => `${what}-${String(page).padStart(5, "0")}`;

/**
 * Reads a page of messages at a time, each on its own state: what is posted meanwhile may be in it. The memory does not
 * depend on the size of the chat, but for a few bytes for each page and each file.
 */
export async function* exportChat(
  { db, blobs, writeDate }: ExportSource,
  chat: Chat,
  now_s: number,
): AsyncGenerator<Uint8Array> {
  const files = new ArchiveFiles(blobs, now_s);
  const { id, type, title, description, username, member_count } = chat;
  const facts = { id, type, title, description, username, member_count, exported_at: now_s };
  yield tarEntry("chat.json", JSON.stringify(facts, null, 1), now_s);
  yield* exportMembers(db, chat, now_s);
  const firsts: number[] = [];
  for (let after = 0, page = 1; ; page += 1) {
    const messages = await db.readInPool((tx) => oldestMessages(tx, "messages", id, after, MESSAGES_PER_PAGE));
    if (messages.length > 0) {
      firsts.push(messages[0]!.message_id);
      const senders = await db.read((tx) =>
        archivedAccounts(
          tx,
          messages.map(({ sender_id }) => sender_id),
        ),
      );
      const name = nameOf("messages", page);
      const stored = messages.map((message) => archivedMessage(message, senders.get(message.sender_id)));
      yield tarEntry(`${name}.json`, JSON.stringify(stored, null, 1), now_s);
      const hasNext = messages.length === MESSAGES_PER_PAGE;
      yield tarEntry(
        `${name}.html`,
        messagesPage(chat, messages, { senders, firsts, page, hasNext, writeDate }),
        now_s,
      );
      yield* files.addAllOf(messages);
    }
    if (messages.length < MESSAGES_PER_PAGE) break;
    after = messages.at(-1)!.message_id;
  }
  yield tarEntry("index.html", indexPage(chat, firsts, writeDate(now_s * 1000)), now_s);
  if (files.missing.length > 0) yield tarEntry("missing.json", JSON.stringify(files.missing, null, 1), now_s);
  yield TAR_END;
}

async function* exportMembers(db: Db, chat: Chat, now_s: number): AsyncGenerator<Uint8Array> {
  for (let after = 0, page = 1; ; page += 1) {
    const query = { filter: "present", named: "", after, limit: MEMBERS_PER_FILE, now_s } as const;
    const members = await db.readInPool((tx) => listMembersOf(tx, chat.id, query));
    const accounts = await db.read((tx) =>
      archivedAccounts(
        tx,
        members.map(({ account_id }) => account_id),
      ),
    );
    const shown = members.map(({ account_id, status, custom_title }) => ({
      ...accounts.get(account_id),
      status,
      ...(custom_title === "" ? {} : { custom_title }),
    }));
    if (members.length > 0 || page === 1)
      yield tarEntry(`${nameOf("members", page)}.json`, JSON.stringify(shown, null, 1), now_s);
    if (members.length < MEMBERS_PER_FILE) return;
    after = members.at(-1)!.account_id;
  }
}

interface PageParts {
  readonly senders: ReadonlyMap<number, ArchivedAccount>;
  /** The first message of each page until now. */
  readonly firsts: readonly number[];
  readonly page: number;
  readonly hasNext: boolean;
  readonly writeDate: ExportSource["writeDate"];
}

function messagesPage(chat: Chat, messages: readonly Message[], parts: PageParts): string {
  const { senders, firsts, page, hasNext, writeDate } = parts;
  const pageOf = (message_id: number | null) => {
    const found = message_id === null ? -1 : firsts.findLastIndex((first) => first <= message_id);
    return found === -1 ? undefined : `${nameOf("messages", found + 1)}.html`;
  };
  const articles = messages.map((message) =>
    htmlMessage(
      {
        message,
        from: senders.get(message.sender_id),
        reply_page: pageOf(message.reply_to),
        at: writeDate(message.date * 1000),
      },
      chat.title,
    ),
  );
  const links = [
    '<a href="index.html">All pages</a>',
    ...(page > 1 ? [`<a href="${nameOf("messages", page - 1)}.html">Earlier</a>`] : []),
    ...(hasNext ? [`<a href="${nameOf("messages", page + 1)}.html">Later</a>`] : []),
  ].join(" · ");
  return htmlPage(chat.title, `<nav>${links}</nav>\n${articles.join("\n")}\n<p>${links}</p>`);
}

function indexPage(chat: Chat, firsts: readonly number[], at: string): string {
  const about = chat.description === "" ? "" : `<p dir="auto">${escapeHtml(chat.description)}</p>\n`;
  const pages = firsts.map(
    (first, i) => `<li><a href="${nameOf("messages", i + 1)}.html">From message ${first}</a></li>`,
  );
  return htmlPage(chat.title, `${about}<p>Exported <time>${at}</time></p>\n<ol>\n${pages.join("\n")}\n</ol>`);
}
