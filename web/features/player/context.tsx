/** The React context of the player, and the hooks that read its state. */
import type { Message } from "@heliogram/shared/wire.ts";
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { useClient } from "../../core/client/context.tsx";
import type { Client } from "../../core/client/client.ts";
import { fileAddress } from "../../core/model/media/file-address.ts";
import { isSameMessage, type Playable } from "../../core/model/media/playback.ts";
import { Player, type PlayerState } from "./player.ts";

const Context = createContext<Player | undefined>(undefined);

export function PlayerProvider({ children }: { readonly children: ReactNode }) {
  const client = useClient();
  const [player] = useState(() => playerOf(client));
  useEffect(() => () => player.close(), [player]);
  return <Context value={player}>{children}</Context>;
}

function playerOf({ store, ports, outbox }: Client): Player {
  const sourceOf = (message: Message): Playable | undefined => {
    const kind = message.voice ? "voice" : "audio";
    const file = message.voice ?? message.audio;
    if (!file) return undefined;
    const source = file.file_id === "" ? outbox.localFileUrl(message.client_key) : fileAddress(kind, file.file_id);
    return source === undefined ? undefined : { message, kind, source };
  };
  return new Player({ store, storage: ports.storage, sourceOf });
}

export function usePlayer(): Player {
  const player = use(Context);
  if (!player) throw new Error("usePlayer must be used within PlayerProvider");
  return player;
}

export function usePlayerState(): PlayerState {
  const player = usePlayer();
  return useSyncExternalStore(player.subscribe, player.state);
}

/**
 * The player's state while it plays this message, else `undefined`, so that components of other messages do not render
 * again.
 */
export function usePlaying(message: Message): PlayerState | undefined {
  const player = usePlayer();
  return useSyncExternalStore(player.subscribe, () => {
    const state = player.state();
    return state.track && isSameMessage(state.track.message, message) ? state : undefined;
  });
}
