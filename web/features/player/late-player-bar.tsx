/** The bar of the player, which is loaded after the first screen, or when the player gets a track before. */
import { useSyncExternalStore } from "react";
import { useLateLoad } from "../../ui/late-component.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { usePlayer } from "./context.tsx";

const PlayerBar = lazyComponent(async () => (await import("./player-bar.tsx")).PlayerBar);

export function LatePlayerBar() {
  const player = usePlayer();
  const hasTrack = useSyncExternalStore(player.subscribe, () => player.state().track !== undefined);
  return useLateLoad(PlayerBar, hasTrack) ? <PlayerBar /> : null;
}
