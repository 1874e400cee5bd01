/** The WebSocket of people's clients: its path for the OpenAPI document, and its section of the reference. */
import { Frame, FRAMES } from "@heliogram/shared/wire/frames.ts";
import type { Schema } from "../engine/fields.ts";
import { escape, fieldRows, prose } from "./html.ts";

/** The WebSocket handshake. The frames have the schema `Frame`. */
export function streamPath(): Record<string, object> {
  return {
    "/api/stream": {
      get: {
        operationId: "people_stream",
        summary: "Opens a WebSocket with the events of the person's chats.",
        description:
          "A WebSocket handshake. Each text frame from the service is one JSON object, a `Frame`. The client sends nothing.",
        tags: ["people"],
        security: [{ session: [] }],
        parameters: [
          {
            name: "language",
            in: "query",
            description: "The language of the client, an IETF tag such as `pt-br`. Bots get it as `language_code`.",
            schema: { type: "string" },
          },
        ],
        "x-frames": Frame,
        responses: {
          "101": { description: "The socket is open; the first frame is `hello`." },
          "401": {
            description:
              "The access token or cookie is missing, wrong, or its session has ended. There is no body. A request with an `Origin` is answered with 101 instead, and its socket is closed with code 4001.",
          },
          "403": { description: "The request comes from another site's page. There is no body." },
          "500": { description: "An internal error. There is no body." },
          "503": { description: "The database is unavailable: try again in some seconds. There is no body." },
        },
      },
    },
  };
}

const CLOSE_CODES: readonly (readonly [number, string])[] = [
  [1001, "The service is shutting down. Connect again after a second, then after longer pauses."],
  [1011, "An internal error. Connect again in the same way."],
  [1013, "The database is unavailable. Connect again after some seconds. Sockets that are open already stay open."],
  [
    4001,
    "The session has ended. Sign in again. A browser gets this code also when it connects without a valid session, because it does not tell a page the status 401; programs that send no Origin get 401.",
  ],
  [4008, "The client read too slowly, 4 MiB behind. Connect again and ask for what was missed."],
];

const RESUMING = `
<h3>Following chats without a gap</h3>
<p>Each chat has a stream of events, numbered by <code>seq</code> without gaps. A client keeps one number for each chat: the <code>seq</code> of
the last event it has applied.</p>
<ol>
<li>Open the socket and wait for <code>hello</code>. Every event after it is sent on the socket.</li>
<li>Call <code>listChats</code>. Each row has the chat's state up to its <code>seq</code>: keep that number. A long list can be loaded in parts:
first with a <code>limit</code>, then with the chats loaded so far in <code>known</code>, until <code>more</code> is false. A client that has a list already
can skip the call if <code>hello</code> shows that nothing changed: the person's own stream is at its <code>seq</code>, the number of chats is
<code>chats</code>, and the sum of their numbers is <code>heads</code>. Otherwise it passes <code>seq</code> and <code>known</code> and gets the rows that changed, and in
<code>gone</code> the chats to remove. After <code>reset: true</code>, discard the old list: the rows of this response, and of the following ones while
<code>more</code> is true, are the new list.</li>
<li>For a frame of type <code>chat</code>: with a <code>seq</code> up to the number kept, ignore it. With the next number, apply it. With
a higher one, events are missing: keep the frame, call <code>getDifference</code> with the number kept, apply its <code>events</code> in order,
repeat until the last of them is the <code>seq</code> of the response, and then process the frames that were kept by the same rule.</li>
<li>If <code>getDifference</code> returns <code>resync: true</code>, the missing events are no longer stored (they are for a week): discard the chat's messages,
take its row from <code>listChats</code>, and load messages with <code>getHistory</code>, whose response also has the chat's <code>seq</code>.</li>
<li>For a frame of a chat that is not in the list, and for <code>joined</code> and <code>account, chat</code>, call <code>listChats</code>; with
<code>chat_ids</code> it returns the rows of these chats only. For <code>gone</code>, remove the chat. A call about the chat may be answered with 403 and
the reason <code>NOT_A_MEMBER</code> before that frame arrives: then remove the chat, too.</li>
<li>After a lost connection, begin again at the first step and call <code>getDifference</code> for each chat whose row has a higher <code>seq</code> than the
number kept.</li>
</ol>
<p>An event shows the state at the time it is read: a <code>message</code> event of a message that was edited since has the edited message, and
the event of a deleted message only its <code>message_id</code>. So applying events is idempotent for messages: insert or replace the message with its
<code>message_id</code>, or remove it.</p>
<p>Events of type <code>account</code> have numbers of their own, of the person's own stream, and are kept for an hour. They cannot be requested again:
after a lost connection the client calls <code>listChats</code>, which returns the current settings, pinned chats and drafts. As <code>seq</code> it passes the
number of its last response, or of the last frame that followed it without a gap.</p>
<p>A client calls <code>markDelivered</code> for messages that it has received and <code>readMessages</code> for messages that were on the screen.</p>`;

/** The section of the reference. */
export function streamSection(): string {
  const codes = CLOSE_CODES.map(([code, text]) => `<tr><td>${code}</td><td>${escape(text)}</td></tr>`).join("");
  return `<section id="stream"><h2>Event stream</h2>
<p><code>GET /api/stream</code> is a WebSocket handshake with <code>Authorization: Bearer &lt;access token&gt;</code>; browsers send the session's cookie.
A refused handshake has the status 401 or 403, or 503 while the database is unavailable, and no body. Each text frame from the service is one JSON object. The client sends
no frames of its own; it must answer pings, as every WebSocket library does.</p>
${RESUMING}
<h3>Close codes</h3><table><thead><tr><th>Code</th><th>What to do</th></tr></thead><tbody>${codes}</tbody></table>
<h3>Frames</h3>${FRAMES.map(frameText).join("")}</section>`;
}

function frameText({ name, when, schema }: { name: string; when: string; schema: Schema }): string {
  return `<h4><code>${escape(name)}</code></h4><p>${prose(when)}</p>${fieldRows(schema)}`;
}
