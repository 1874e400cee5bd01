/** The floor: what `node:http` alone costs for the same bytes. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on("data", (chunk: Buffer) => chunks.push(chunk));
  req.on("end", () => {
    const text = Buffer.concat(chunks).toString();
    const params = text === "" ? {} : (JSON.parse(text) as { chat_id?: number; text?: string });
    const body = JSON.stringify({
      ok: true,
      result: {
        message_id: 12_345,
        from: { id: 1002, is_bot: true, first_name: "Load", username: "load_bot" },
        chat: { id: params.chat_id ?? 0, type: "supergroup", title: "Chat 17" },
        date: 1_767_225_600,
        text: params.text ?? "",
      },
    });
    res.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
    res.end(body);
  });
});
server.listen(0, "127.0.0.1", () => process.send!((server.address() as AddressInfo).port));
