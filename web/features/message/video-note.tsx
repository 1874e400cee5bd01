/** A round video message. A click plays it with sound, and a ring around it shows the progress. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { useRef, useState } from "react";
import { useFormat } from "../../i18n/format.ts";
import { fileAddress } from "../../core/model/media/file-address.ts";
import { useTabIndex } from "../../ui/focus/tab-index.ts";
import { PlayDisc } from "./play-disc.tsx";

const RADIUS = 49;
const LENGTH = 2 * Math.PI * RADIUS;

export function VideoNote({ message }: { readonly message: Message }) {
  const { t } = useLingui();
  const format = useFormat();
  const tabIndex = useTabIndex();
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const [at_s, setAt] = useState(0);
  const [failed, setFailed] = useState(false);
  const { file_id, duration = 0, thumbnail } = message.video_note!;
  const toggle = () => {
    const element = video.current;
    if (!element) return;
    if (playing) element.pause();
    else element.play().catch(() => setFailed(true));
  };
  const length = format.duration(duration);
  return (
    <button
      type="button"
      aria-label={playing ? t`Video message: pause` : t`Video message, ${length}: play`}
      tabIndex={tabIndex}
      onClick={toggle}
      className="relative block size-52 rounded-full"
    >
      <video
        ref={video}
        src={`${fileAddress("video_note", file_id)}${thumbnail ? "" : "#t=0.1"}`}
        poster={thumbnail && fileAddress("video_note", thumbnail.file_id)}
        playsInline
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onError={() => setFailed(true)}
        className="size-full rounded-full bg-muted-fill object-cover"
      />
      <Progress share={duration > 0 ? Math.min(1, at_s / duration) : 0} />
      {!playing && (
        <span className="absolute inset-0 grid place-items-center">
          <PlayDisc failed={failed} />
        </span>
      )}
      <span
        // The remaining time changes constantly, so it is not part of the accessible name.
        aria-hidden={playing}
        className="absolute bottom-0 start-1 rounded-full bg-black/55 px-2 py-0.5 text-xs tabular-nums text-white"
      >
        {playing ? format.duration(Math.max(0, duration - at_s)) : length}
      </span>
    </button>
  );
}

/** A ring whose length is the played share. */
function Progress({ share }: { readonly share: number }) {
  return (
    <svg aria-hidden viewBox="0 0 100 100" className="absolute inset-0 -rotate-90 text-accent">
      <circle
        cx="50"
        cy="50"
        r={RADIUS}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeDasharray={LENGTH}
        strokeDashoffset={LENGTH * (1 - share)}
      />
    </svg>
  );
}
