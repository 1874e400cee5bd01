/** Pages of an exported chat. They open without a network, and everything that people have written is escaped. */
import { filesOf, type Message } from "../domain/messages.ts";
import { archivedFile } from "./archive-files.ts";
import type { ArchivedAccount } from "./message-json.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text in the content of an element, or in a quoted attribute. */
export function escapeHtml(text: string): string {
  // Marks of direction and of the end of a text could show what follows elsewhere.
  return text
    .replace(/[&<>"']/g, (char) => ESCAPES[char]!)
    .replaceAll("\0", "\ufffd")
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}

const STYLE = `:root{color-scheme:light dark;background:Canvas;color:CanvasText}
body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}
article{border-top:1px solid #8884;padding:.5rem 0}header{font-size:.875rem;opacity:.8}
p{margin:.25rem 0;white-space:pre-wrap}img{max-width:100%;height:auto;max-height:24rem}`;

/** Nothing is executed, and nothing is loaded but pictures of the archive. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:; base-uri 'none'; form-action 'none'";

/** A page with a title. @param body - HTML */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main>
<h1 dir="auto">${escapeHtml(title)}</h1>
${body}
</main></body></html>
`;
}

/** What a message is shown with. */
export interface ShownMessage {
  readonly message: Message;
  readonly from: ArchivedAccount | undefined;
  /** The page with the message that it replies to. */
  readonly reply_page: string | undefined;
  /** When it was sent, as text of ISO 8601. */
  readonly at: string;
}

/** A message as an article. */
export function htmlMessage({ message, from, reply_page, at }: ShownMessage, chat_title: string): string {
  const { message_id, edit_date, text, content, reply_to } = message;
  const sender = message.sender_chat_id === null ? (from?.name ?? "?") : chat_title;
  const edited = edit_date === null ? "" : " (edited)";
  const reply =
    reply_to === null || reply_page === undefined
      ? ""
      : ` <a href="${reply_page}#m${reply_to}">reply to ${reply_to}</a>`;
  const lines = [
    `<article id="m${message_id}"><header><b dir="auto">${escapeHtml(sender)}</b> <time>${at}</time>${edited}${reply}</header>`,
  ];
  for (const media of filesOf(content)) lines.push(htmlFile(media));
  if (text !== "") lines.push(`<p dir="auto">${escapeHtml(text)}</p>`);
  const other = otherContent(message);
  if (other !== undefined) lines.push(`<p dir="auto"><i>${escapeHtml(other)}</i></p>`);
  lines.push("</article>");
  return lines.join("\n");
}

function htmlFile(media: NonNullable<Message["content"]["media"]>): string {
  const { name, bytes } = archivedFile(media);
  const label = escapeHtml(bytes.file_name ?? `${media.kind}, ${bytes.size} bytes`);
  if (media.kind === "photo") return `<p><a href="${name}"><img src="${name}" alt="${label}" loading="lazy"></a></p>`;
  return `<p><a href="${name}">${label}</a></p>`;
}

/** What is neither text nor a file, in words. */
function otherContent({ content }: Message): string | undefined {
  const { service, location, venue, contact, dice } = content;
  if (service) return service.kind.replaceAll("_", " ");
  if (venue) return `${venue.title}, ${venue.address}`;
  if (location) return `${location.latitude}, ${location.longitude}`;
  if (contact) return `${contact.first_name} ${contact.last_name ?? ""} ${contact.phone_number}`;
  return dice && `${dice.emoji} ${dice.value}`;
}
