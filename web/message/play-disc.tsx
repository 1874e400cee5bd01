/** On the picture of something that can be played: that it can, or that it failed to. */
import { Play, VideoOff } from "lucide-react";

export function PlayDisc({ broken = false }: { readonly broken?: boolean }) {
  return (
    <span className="grid size-12 place-items-center rounded-full bg-black/55 text-white">
      {broken ? (
        <VideoOff aria-hidden className="size-6" />
      ) : (
        <Play aria-hidden className="size-6 translate-x-0.5 fill-current" />
      )}
    </span>
  );
}
