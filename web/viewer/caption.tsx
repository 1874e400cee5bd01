/** The words under a picture; an album's stand with its first one. */
import type { Message } from "@heliogram/shared/wire.ts";
import { useClientState } from "../client/context.tsx";
import { wordsOf } from "../model/content.ts";
import { TextBody } from "../message/text-body.tsx";

export function Caption({ message }: { readonly message: Message }) {
  const spoken = useClientState(({ histories }) => {
    const { media_group_id: group, chat } = message;
    if (group === undefined || wordsOf(message).text !== "") return message;
    const held = histories[chat.id]?.messages ?? [];
    return held.find((each) => each.media_group_id === group && wordsOf(each).text !== "") ?? message;
  });
  const { text, entities } = wordsOf(spoken);
  if (text === "") return null;
  return (
    <div className="safe-bottom pointer-events-none absolute inset-x-0 bottom-0 z-10 bg-linear-to-t from-black/80 to-transparent px-4 pb-4 pt-10 text-center text-white">
      <p
        // What does not fit is scrolled, by the keyboard too.
        tabIndex={0}
        className="pointer-events-auto mx-auto max-h-[30vh] max-w-2xl overflow-y-auto [&_a]:text-white [&_a]:underline"
      >
        <TextBody text={text} entities={entities} />
      </p>
    </div>
  );
}
