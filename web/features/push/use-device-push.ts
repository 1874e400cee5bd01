/** Pushes to the device at hand: whether it gets them, and turning them on and off. */
import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { PushSettings } from "@heliogram/shared/wire.ts";
import { useState } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { useAction } from "../forms/use-action.ts";
import { noteDeclined } from "./offer.ts";
import { PUSH } from "./use-push-settings.ts";
import { usePushWords } from "./use-push-words.ts";

export interface DevicePush {
  /** Whether this device gets pushes; `undefined` until the browser has said it. */
  readonly isOn: boolean | undefined;
  readonly busy: boolean;
  /** Turns them on or off. Must be called from a click: the browser asks for permission. */
  readonly turn: (isWanted: boolean) => void;
  /** Why turning them on has failed. */
  readonly fault: string | undefined;
}

/** @param settings - `undefined` until they are loaded */
export function useDevicePush(settings: PushSettings | undefined): DevicePush {
  const { t } = useLingui();
  const { api, ports, notifications, session } = useClient();
  const me = useClientState((state) => state.me?.user.id);
  const profile_seq = useClientState((state) => state.profile_seq);
  const [fault, setFault] = useState<string>();
  const words = usePushWords();
  const own = settings?.subscriptions.find(({ current }) => current);
  const subscribed = useQuery({
    queryKey: [...PUSH, "device", profile_seq],
    queryFn: async () => (await ports.push.current()) !== undefined,
    placeholderData: keepPreviousData,
  });
  const { busy, start } = useAction(async (isWanted: boolean) => {
    setFault(undefined);
    if (isWanted && !(await notifications.turnOn()))
      return setFault(
        t`Your browser does not let this page notify. Allow it in the settings of the page, beside its address.`,
      );
    if (!isWanted) await ports.push.forget();
    if (!isWanted && own) await api.call("removePushSubscription", { subscription_id: own.id });
    if (isWanted) {
      const label = await sessionLabel();
      const setup = { public_key: settings?.public_key ?? "", label, words };
      const device = await ports.push.subscribe(setup).catch(() => undefined);
      if (!device) return setFault(t`The push service of your browser cannot be reached. Some browsers have none.`);
      await api.call("addPushSubscription", { ...device, label });
    }
    if (!isWanted && me !== undefined) noteDeclined(ports.storage, me);
    return session.loadSession();
  }, PUSH);
  const sessionLabel = async () => (await api.call("listSessions", {})).find(({ current }) => current)?.label ?? "";
  const isKnown = settings !== undefined && subscribed.data !== undefined;
  return { isOn: isKnown ? own !== undefined && subscribed.data === true : undefined, busy, turn: start, fault };
}
