/** The web socket of people's clients: its path for the OpenAPI document, and its section of the reference. */
import type { Schema } from "../fields.ts";
import { escape, fieldRows } from "./html.ts";
import { FRAMES } from "./frames.ts";
import { ref } from "./schema.ts";

/** The handshake. What the socket carries is the schema `Frame`. */
export function streamPath(): Record<string, object> {
  return {
    "/api/stream": {
      get: {
        operationId: "people_stream",
        summary: "Opens a web socket that tells what happens in the person's chats.",
        description:
          "A web socket handshake. Each text frame from the service is one JSON object, a `Frame`. The client sends nothing.",
        tags: ["people"],
        security: [{ session: [] }],
        parameters: [],
        "x-frames": ref("Frame"),
        responses: {
          "101": { description: "The socket is open; the first frame is `hello`." },
          "401": {
            description: "The access token or cookie is missing, wrong, or its session has ended. There is no body.",
          },
          "403": { description: "The request comes from another site's page. There is no body." },
          "500": { description: "A fault of the service. There is no body." },
          "503": { description: "The service is without its database: try again in some seconds. There is no body." },
        },
      },
    },
  };
}

const CLOSE_CODES: readonly (readonly [number, string])[] = [
  [1001, "The service goes down. Connect again after a second, then after longer pauses."],
  [1011, "A fault of the service. Connect again in the same way."],
  [
    1013,
    "The service is without its database. Connect again after some seconds. A socket that is open already stays open.",
  ],
  [4001, "The session has ended. Sign in again."],
  [4008, "The client read too slowly, 4 MiB behind. Connect again and ask for what was missed."],
];

const RESUMING = `
<h3>Following chats without a gap</h3>
<p>Each chat has a stream of events, numbered by <code>seq</code> without gaps. A client keeps one number for each chat: the <code>seq</code> of
the last event it has applied.</p>
<ol>
<li>Open the socket and wait for <code>hello</code>. Everything that happens after it is told on the socket.</li>
<li>Call <code>listChats</code>. Each row tells the chat's state up to its <code>seq</code>: keep that number. A long list may be asked for in parts:
first with a <code>limit</code>, then with the chats that are there in <code>known</code>, until <code>more</code> is false. A client that has a list already
need not call it if its own news stand at <code>seq</code> of <code>hello</code>, it has <code>chats</code> chats, and the sum of their numbers is <code>heads</code>,
as <code>hello</code> came. Otherwise it passes <code>seq</code> and <code>known</code> and gets the rows that are others, and in <code>gone</code> the chats to be
removed. After <code>reset: true</code>, what it had before counts for nothing: the rows of this answer, and of those that follow while <code>more</code>
is true, are the list.</li>
<li>For a frame of type <code>chat</code>: with a <code>seq</code> up to the number kept, ignore it. With the next number, apply it. With
a higher one, events are missing: keep the frame, call <code>getDifference</code> with the number kept, apply its <code>events</code> in order,
repeat until the last of them is <code>seq</code> of its answer, and then take up the frames that were kept, by the same rule.</li>
<li>If <code>getDifference</code> answers <code>resync: true</code>, the missing events are no longer kept (they are for a week): drop what is known of the chat's messages,
take its row from <code>listChats</code>, and read messages by <code>getHistory</code>, whose answer also carries the chat's <code>seq</code>.</li>
<li>For a frame of a chat that is not in the list, and for <code>joined</code> and <code>account, chat</code>, call <code>listChats</code>; with
<code>chat_ids</code> it answers with the rows of these chats alone. For <code>gone</code>, remove the chat.</li>
<li>After any break, begin again at the first step and call <code>getDifference</code> for each chat whose row has a higher <code>seq</code> than the
number kept.</li>
</ol>
<p>An event is shown as things stand when it is read: a <code>message</code> event of a message that was edited since carries the edited message, and
one of a deleted message only its <code>message_id</code>. So applying events is idempotent for messages: put the message where its
<code>message_id</code> is, or take it away.</p>
<p>Events of type <code>account</code> have numbers of their own, of the person's own stream, and are kept for an hour. They are not asked for again:
after a break the client calls <code>listChats</code>, which tells the settings, the pinned chats and the drafts as they are. As <code>seq</code> it passes the
number of its last answer or, of the frames that followed it without a gap, the last.</p>
<p>A client that shows how far a message came calls <code>markDelivered</code> for what it has got and <code>readMessages</code> for what was on the screen.</p>`;

/** The section of the reference. */
export function streamSection(): string {
  const codes = CLOSE_CODES.map(([code, text]) => `<tr><td>${code}</td><td>${escape(text)}</td></tr>`).join("");
  return `<section id="stream"><h2>The stream of events</h2>
<p><code>GET /api/stream</code> is a web socket handshake with <code>Authorization: Bearer &lt;access token&gt;</code>; browsers send the session's cookie.
A refused handshake has the status 401 or 403, or 503 while the database is away, and no body. Each text frame from the service is one JSON object. The client sends
no frames of its own; it must answer pings, as every web socket library does.</p>
${RESUMING}
<h3>How a socket closes</h3><table><thead><tr><th>Code</th><th>What to do</th></tr></thead><tbody>${codes}</tbody></table>
<h3>Frames</h3>${FRAMES.map(frameText).join("")}</section>`;
}

function frameText({ name, when, schema }: { name: string; when: string; schema: Schema }): string {
  return `<h4><code>${escape(name)}</code></h4><p>${escape(when)}</p>${fieldRows(schema)}`;
}
