/** The client as React components reach it. */
import { createContext, use, type ReactNode } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type { State } from "../store/state.ts";
import type { Client } from "./client.ts";

const Context = createContext<Client | undefined>(undefined);

export function ClientProvider({ client, children }: { readonly client: Client; readonly children: ReactNode }) {
  return <Context value={client}>{children}</Context>;
}

export function useClient(): Client {
  const client = use(Context);
  if (!client) throw new Error("there is no client around this component");
  return client;
}

/** A part of the state; the component is drawn again when that part is another one. */
export function useClientState<T>(select: (state: State) => T): T {
  return useStore(useClient().store, select);
}

/** As above, for parts that are put together anew each time: their members are compared. */
export function useClientParts<T>(select: (state: State) => T): T {
  return useStore(useClient().store, useShallow(select));
}
