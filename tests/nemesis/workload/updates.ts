/** What the history keeps of an update. */
import { createHash } from "node:crypto";
import type { Json } from "../../support/json.ts";
import type { SeenUpdate } from "../history.ts";

export function seenUpdate(update: Json): SeenUpdate {
  const kind = Object.keys(update).find((name) => name !== "update_id") ?? "";
  const message = update.message ?? update.edited_message;
  return {
    update_id: update.update_id,
    digest: createHash("sha256").update(JSON.stringify(update)).digest("base64url").slice(0, 16),
    kind,
    ...(message
      ? { chat_id: message.chat.id, message_id: message.message_id, text: message.text ?? message.caption }
      : {}),
  };
}
