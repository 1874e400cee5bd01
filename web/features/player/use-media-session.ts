/** Connects the player to the Media Session API: the system's display of the track, and media keys. */
import { useEffect } from "react";
import type { Player, PlayerState } from "./player.ts";

const STEP_S = 10;

interface Titles {
  readonly title: string;
  readonly artist: string;
}

export function useMediaSession(player: Player, state: PlayerState, { title, artist }: Titles): void {
  const { track, playing, duration_s, rate } = state;
  const at_s = Math.floor(state.at_s);
  const isActive = track !== undefined;

  useEffect(() => {
    if (!("mediaSession" in navigator)) return;
    navigator.mediaSession.metadata = isActive ? new MediaMetadata({ title, artist }) : null;
    navigator.mediaSession.playbackState = isActive ? (playing ? "playing" : "paused") : "none";
  }, [isActive, title, artist, playing]);

  useEffect(() => {
    if (!("mediaSession" in navigator) || !isActive || duration_s <= 0) return;
    const position = Math.min(at_s, duration_s);
    navigator.mediaSession.setPositionState({ duration: duration_s, position, playbackRate: rate });
  }, [isActive, at_s, duration_s, rate]);

  useEffect(() => {
    if (!("mediaSession" in navigator)) return;
    const handlers = handlersOf(player);
    for (const [action, handler] of handlers) navigator.mediaSession.setActionHandler(action, handler);
    return () => {
      for (const [action] of handlers) navigator.mediaSession.setActionHandler(action, null);
    };
  }, [player]);
}

function handlersOf(player: Player): [MediaSessionAction, MediaSessionActionHandler][] {
  const by = (step_s: number) => player.seek(player.state().at_s + step_s);
  return [
    ["play", () => player.resume()],
    ["pause", () => player.pause()],
    ["stop", () => player.close()],
    ["seekbackward", ({ seekOffset }) => by(-(seekOffset ?? STEP_S))],
    ["seekforward", ({ seekOffset }) => by(seekOffset ?? STEP_S)],
    ["seekto", ({ seekTime }) => seekTime !== undefined && player.seek(seekTime)],
    ["previoustrack", () => void player.skip(-1)],
    ["nexttrack", () => void player.skip(1)],
  ];
}
