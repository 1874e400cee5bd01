/** Up to ten pictures and videos in one bubble. */
import type { Message } from "@heliogram/shared/wire.ts";
import { fileAddress } from "../model/file-address.ts";
import { classes } from "../ui/classes.ts";
import { Media } from "./media.tsx";
import { Photo } from "./photo.tsx";

/** Pictures make a grid; files and music stand one under another. */
export function Album({ messages }: { readonly messages: readonly Message[] }) {
  if (!messages.every(({ photo, video }) => photo ?? video)) {
    return (
      <div className="flex flex-col gap-2">
        {messages.map((message) => (
          <Media key={message.message_id} message={message} />
        ))}
      </div>
    );
  }
  const odd = messages.length % 2 === 1;
  return (
    <div className="grid w-80 max-w-full grid-cols-2 gap-0.5 overflow-hidden rounded-xl">
      {messages.map((message, index) => (
        <div
          key={message.message_id}
          className={classes(odd && index === 0 ? "col-span-2 aspect-3/2" : "aspect-square")}
        >
          <Cell message={message} />
        </div>
      ))}
    </div>
  );
}

function Cell({ message: { photo, video } }: { readonly message: Message }) {
  if (photo) return <Photo photo={photo} fills />;
  if (!video) return null;
  const poster = video.thumbnail && fileAddress("video", video.thumbnail.file_id);
  return (
    <video
      src={fileAddress("video", video.file_id)}
      poster={poster}
      controls
      playsInline
      preload="metadata"
      className="size-full bg-black/80 object-cover"
    />
  );
}
