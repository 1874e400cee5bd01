/** The files of rich messages, each as a message of its own: players and the viewer know messages. */
import { isRichFile, RICH_FILES, type RichBlock, type RichFile } from "@heliogram/shared/rich.ts";
import type { Message } from "@heliogram/shared/wire.ts";
import { charactersOf } from "@heliogram/shared/rich-characters.ts";

/** Between the ids of the message and of the next one there is room for the files of the message. */
const STEP = 1 / 64;

/** The message that shows this file of a message alone. A draft has none that can be opened. */
export function messageOfFile(message: Message, block: RichFile): Message {
  const { message_id, from, sender_chat, chat, date } = message;
  const index = filesIn(message.rich_message?.blocks ?? []).indexOf(block);
  const { type, has_spoiler, caption } = block;
  return {
    message_id: message_id === 0 ? 0 : message_id + (index + 1) * STEP,
    ...(from && { from }),
    ...(sender_chat && { sender_chat }),
    chat,
    date,
    [RICH_FILES[type]]: block[type],
    ...(has_spoiler && { has_media_spoiler: true }),
    ...(caption && { caption: charactersOf(caption.text) }),
  };
}

/** The messages, with those of their files in place of rich ones with files. */
export function withFilesApart(messages: readonly Message[]): readonly Message[] {
  if (!messages.some(({ rich_message }) => rich_message)) return messages;
  return messages.flatMap((message) => {
    const files = message.rich_message ? filesIn(message.rich_message.blocks) : [];
    return files.length === 0 ? [message] : files.map((file) => messageOfFile(message, file));
  });
}

/** The blocks with files, in order. */
function filesIn(blocks: readonly RichBlock[]): RichFile[] {
  return blocks.flatMap((block): RichFile[] => {
    if ("blocks" in block) return filesIn(block.blocks);
    if (block.type === "list") return block.items.flatMap((item) => filesIn(item.blocks));
    return isRichFile(block) ? [block] : [];
  });
}
