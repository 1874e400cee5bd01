/** The icon over a video that can be played, or that failed to play. */
import { Play, VideoOff } from "lucide-react";

export function PlayDisc({ failed = false }: { readonly failed?: boolean }) {
  return (
    <span className="grid size-12 place-items-center rounded-full bg-black/55 text-white">
      {failed ? (
        <VideoOff aria-hidden className="size-6" />
      ) : (
        <Play aria-hidden className="size-6 translate-x-0.5 fill-current" />
      )}
    </span>
  );
}
