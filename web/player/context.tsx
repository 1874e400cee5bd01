/** The player as components reach it, with the keys of keyboards and headsets. */
import type { Message } from "@heliogram/shared/wire.ts";
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { useClient } from "../client/context.tsx";
import type { Client } from "../client/client.ts";
import { fileAddress } from "../model/file-address.ts";
import { isSame, type Playable } from "../model/playable.ts";
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
    const source = file.file_id === "" ? outbox.localOf(message.client_key) : fileAddress(kind, file.file_id);
    return source === undefined ? undefined : { message, kind, source };
  };
  return new Player({ store, storage: ports.storage, sourceOf });
}

export function usePlayer(): Player {
  const player = use(Context);
  if (!player) throw new Error("there is no player around this component");
  return player;
}

export function usePlayerState(): PlayerState {
  const player = usePlayer();
  return useSyncExternalStore(player.subscribe, player.state);
}

/** The state while this message is the one that is played; its parts change only then. */
export function usePlaying(message: Message): PlayerState | undefined {
  const player = usePlayer();
  return useSyncExternalStore(player.subscribe, () => {
    const state = player.state();
    return state.track && isSame(state.track.message, message) ? state : undefined;
  });
}
