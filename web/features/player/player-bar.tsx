/** The bar above the chats while the player has a track: its title and the playback controls. */
import { useLingui } from "@lingui/react/macro";
import { Pause, Play, SkipBack, SkipForward, TriangleAlert, X } from "lucide-react";
import { Link } from "@tanstack/react-router";
import { useFormat } from "../../i18n/format.ts";
import { senderOf } from "../../core/model/people/names.ts";
import type { Playable } from "../../core/model/media/playback.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { IconButtonWithReason } from "../../ui/buttons/button-with-reason.tsx";
import { classes } from "../../ui/classes.ts";
import { usePlayer, usePlayerState } from "./context.tsx";
import { PositionSlider } from "./position-slider.tsx";
import { useMediaSession } from "./use-media-session.ts";

export function PlayerBar() {
  const { t } = useLingui();
  const player = usePlayer();
  const state = usePlayerState();
  const titles = useTitles(state.track);
  useMediaSession(player, state, titles);
  const { track, playing, rate } = state;
  if (!track) return null;
  const rateName = `${rate}×`;
  return (
    <section
      aria-label={t`Player`}
      className="safe-top relative z-20 flex shrink-0 items-center gap-1 border-b border-line bg-surface px-2 py-1 md:px-3"
    >
      <IconButtonWithReason
        label={t`Previous`}
        className="max-sm:hidden"
        reason={player.neighbour(-1) ? undefined : t`There is nothing before it.`}
        onClick={() => player.skip(-1)}
      >
        <SkipBack aria-hidden className="size-4.5 rtl:-scale-x-100" />
      </IconButtonWithReason>
      <IconButton
        label={playing ? t`Pause` : t`Play`}
        variant="primary"
        size="small-icon"
        onClick={() => player.toggle(track.message)}
      >
        {playing ? (
          <Pause aria-hidden className="size-4 fill-current" />
        ) : (
          <Play aria-hidden className="size-4 translate-x-px fill-current" />
        )}
      </IconButton>
      <IconButtonWithReason
        label={t`Next`}
        className="max-sm:hidden"
        reason={player.neighbour(1) ? undefined : t`There is nothing after it.`}
        onClick={() => player.skip(1)}
      >
        <SkipForward aria-hidden className="size-4.5 rtl:-scale-x-100" />
      </IconButtonWithReason>
      <Titles track={track} {...titles} failed={state.failed} />
      <Position />
      <Button
        variant={rate === 1 ? "plain" : "accent"}
        size="small"
        className={classes("min-w-12 px-2 font-semibold tabular-nums", rate === 1 && "text-soft")}
        aria-label={t`Speed: ${rateName}`}
        title={t`Speed`}
        onClick={() => player.changeRate()}
      >
        {rateName}
      </Button>
      <IconButton label={t`Close the player`} onClick={() => player.close()}>
        <X aria-hidden className="size-5" />
      </IconButton>
    </section>
  );
}

interface TitlesProps {
  readonly track: Playable;
  readonly title: string;
  readonly artist: string;
  readonly failed: boolean;
}

function Titles({ track, title, artist, failed }: TitlesProps) {
  const { t } = useLingui();
  return (
    <Link
      to="/chat/$chatId"
      params={{ chatId: track.message.chat.id }}
      className="flex min-w-0 flex-1 flex-col justify-center rounded-md pointer-coarse:min-h-11 px-2 leading-tight sm:max-w-72 hover:bg-hover"
    >
      <span className="truncate text-sm font-medium" dir="auto">
        {title}
      </span>
      {failed ? (
        <span role="alert" className="flex items-center gap-1 text-sm text-danger">
          <TriangleAlert aria-hidden className="size-3.5" />
          {t`It cannot be played`}
        </span>
      ) : (
        <span className="truncate text-sm text-soft" dir="auto">
          {artist}
        </span>
      )}
    </Link>
  );
}

function Position() {
  const format = useFormat();
  const { at_s, duration_s } = usePlayerState();
  const position = { at_s, duration_s };
  return (
    <>
      <span className="ms-auto shrink-0 text-sm tabular-nums text-soft">
        {format.duration(at_s)}
        <span className="max-sm:hidden"> / {format.duration(duration_s)}</span>
      </span>
      <PositionSlider {...position} className="mx-2 hidden max-w-96 flex-1 md:block" />
      <PositionSlider {...position} className="absolute inset-x-0 -bottom-2.5 md:hidden" />
    </>
  );
}

function useTitles(track: Playable | undefined): { readonly title: string; readonly artist: string } {
  const { t } = useLingui();
  if (!track) return { title: "", artist: "" };
  const { name } = senderOf(track.message);
  const { audio } = track.message;
  if (!audio) return { title: name, artist: t`Voice message` };
  return { title: audio.title ?? audio.file_name ?? t`Audio`, artist: audio.performer ?? name };
}
