/** Tells everybody that the developer console is on, and what that means. Nothing while it is off. */
import { Trans } from "@lingui/react/macro";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { useConsole } from "./use-console.ts";

export function ConsoleNote() {
  const format = useFormat();
  const state = useConsole();
  if (state?.since === undefined) return null;
  return (
    <p role="note" className="rounded-2xl bg-accent-fill/12 p-4 text-sm">
      <Trans>
        The developer console has been on since <Time value={format.moment(state.since)} />: owners of the service can
        read what bots send and receive, including messages of other people’s chats.
      </Trans>
    </p>
  );
}
