/** An album: up to ten photos and videos in a grid, or files and music in a column. */
import type { Message } from "@heliogram/shared/wire.ts";
import { ALBUM_WIDTH, albumLayout } from "../../core/model/media/album-layout.ts";
import { isVisualAlbum, pictureSizes } from "../../core/model/messages/content.ts";
import type { PostRow } from "../../core/model/messages/rows.ts";
import { Media } from "./media.tsx";
import { Photo } from "./photo.tsx";
import { Video } from "./video.tsx";

export function Album({ row: { messages, outgoing } }: { readonly row: Pick<PostRow, "messages" | "outgoing"> }) {
  if (!isVisualAlbum(messages)) {
    return (
      <div className="flex flex-col gap-1.5">
        {messages.map((message) => (
          <Media key={nameOf(message)} message={message} outgoing={outgoing} />
        ))}
      </div>
    );
  }
  const { ratio, cells } = albumLayout(pictureSizes(messages));
  return (
    <div
      className="relative max-w-full overflow-hidden rounded-xl"
      style={{ width: ALBUM_WIDTH, aspectRatio: String(ratio) }}
    >
      {messages.map((message, index) => {
        const { x, y, width, height } = cells[index]!;
        return (
          <div
            key={nameOf(message)}
            className="absolute"
            style={{ insetInlineStart: share(x), top: share(y), width: share(width), height: share(height) }}
          >
            {message.photo ? <Photo message={message} fills /> : <Video message={message} fills />}
          </div>
        );
      })}
    </div>
  );
}

/** A key that stays the same when the sent message gets its id, so that its component stays mounted. */
function nameOf({ client_key, message_id }: Message): string | number {
  return client_key ?? message_id;
}

function share(part: number): string {
  return `${part * 100}%`;
}
