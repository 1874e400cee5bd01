/** The words of a message: its text, or the blocks of a rich message. */
import type { Message } from "@heliogram/shared/wire.ts";
import { largeEmojiOf, textOf } from "../../core/model/messages/content.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { useLateLoad } from "../../ui/late-component.tsx";
import { TextBody } from "./text-body.tsx";

/** Loaded when the first rich message is shown. */
const RichBlocks = lazyComponent(async () => (await import("./rich/rich-blocks.tsx")).RichBlocks);

interface MessageWordsProps {
  /** The message with the text; of an album, the one with the caption. */
  readonly message: Message;
  readonly onCommand: ((command: string) => void) | undefined;
}

export function MessageWords({ message, onCommand }: MessageWordsProps) {
  return message.rich_message ? (
    <RichWords message={message} onCommand={onCommand} />
  ) : (
    <PlainWords message={message} onCommand={onCommand} />
  );
}

/** Until the part that shows blocks is loaded, the plain text stands for them, which is about as high. */
function RichWords({ message, onCommand }: MessageWordsProps) {
  const isLoaded = useLateLoad(RichBlocks, true);
  return isLoaded ? (
    <RichBlocks message={message} onCommand={onCommand} />
  ) : (
    <PlainWords message={message} onCommand={onCommand} />
  );
}

function PlainWords({ message, onCommand }: MessageWordsProps) {
  const { text, entities } = textOf(message);
  return <TextBody text={text} entities={entities} emoji={largeEmojiOf(message)} onCommand={onCommand} />;
}
