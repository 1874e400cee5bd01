/** The React context of the client, and hooks to read its state. */
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

/** Selects a part of the state; the component re-renders when the selected value changes. */
export function useClientState<T>(select: (state: State) => T): T {
  return useStore(useClient().store, select);
}

/** Like `useClientState`, for selectors that build a new object: its members are compared. */
export function useShallowClientState<T>(select: (state: State) => T): T {
  return useStore(useClient().store, useShallow(select));
}
