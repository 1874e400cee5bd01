/**
 * The caption of the shown picture. The caption of an album belongs to its first picture and is shown for all of them.
 */
import type { Message } from "@heliogram/shared/wire.ts";
import { useClientState } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { textOf } from "../../core/model/messages/content.ts";
import { TextBody } from "../message/text-body.tsx";

export function Caption({ message }: { readonly message: Message }) {
  const place = usePlace(message.chat.id);
  const captioned = useClientState(({ histories }) => {
    const { media_group_id: group } = message;
    if (group === undefined || textOf(message).text !== "") return message;
    const messages = histories[place]?.messages ?? [];
    return messages.find((each) => each.media_group_id === group && textOf(each).text !== "") ?? message;
  });
  const { text, entities } = textOf(captioned);
  if (text === "") return null;
  return (
    <div className="safe-bottom pointer-events-none absolute inset-x-0 bottom-0 z-10 bg-linear-to-t from-black/80 to-transparent px-4 pb-4 pt-10 text-center text-white">
      <p
        // Focusable, so that a long caption can be scrolled with the keyboard.
        tabIndex={0}
        className="pointer-events-auto mx-auto max-h-[30vh] max-w-2xl overflow-y-auto [&_a]:text-white [&_a]:underline"
      >
        <TextBody text={text} entities={entities} />
      </p>
    </div>
  );
}
