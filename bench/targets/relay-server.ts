/**
 * The baseline of a message between two browsers: a page posts the text of its field to `node:http`, which forwards it to all
 * pages as a server-sent event; each page appends an element. Nothing is checked, stored or laid out.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const PAGE = `<!doctype html><meta charset="utf-8"><title>Relay</title>
<main style="block-size: 90vh; overflow-y: auto"></main><textarea aria-label="Message"></textarea>
<script>
  const main = document.querySelector("main");
  const field = document.querySelector("textarea");
  const show = (text) => {
    const article = document.createElement("article");
    article.textContent = text;
    main.append(article);
    main.scrollTop = main.scrollHeight;
  };
  field.onkeydown = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    show(field.value);
    fetch("/say", { method: "POST", body: JSON.stringify(field.value) });
    field.value = "";
  };
  new EventSource("/news").onmessage = ({ data }) => show(JSON.parse(data));
</script>`;

const pages = new Set<ServerResponse>();

function forward(req: IncomingMessage, res: ServerResponse): void {
  const chunks: Buffer[] = [];
  req.on("data", (chunk: Buffer) => chunks.push(chunk));
  req.on("end", () => {
    for (const page of pages) page.write(`data: ${Buffer.concat(chunks).toString()}\n\n`);
    res.writeHead(204).end();
  });
}

const server = createServer((req, res) => {
  if (req.method === "POST") forward(req, res);
  else if (req.url === "/news") {
    res.writeHead(200, { "Content-Type": "text/event-stream" });
    res.flushHeaders();
    pages.add(res);
    res.once("close", () => pages.delete(res));
  } else res.writeHead(200, { "Content-Type": "text/html" }).end(PAGE);
});
process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => process.send!((server.address() as AddressInfo).port));
