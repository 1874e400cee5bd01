/** The switch of the developer console, and the way to its pages. */
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useClient } from "../../core/client/context.tsx";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { buttonVariants } from "../../ui/buttons/button.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Switch } from "../../ui/forms/choice.tsx";
import { Section } from "../../ui/layout/page.tsx";
import { CONSOLE_KEY, useConsole, useDeveloperAccess } from "../console/use-console.ts";
import { useAction } from "../forms/use-action.ts";

export function ConsoleSwitch() {
  const { api } = useClient();
  const format = useFormat();
  const isDeveloperMode = useDeveloperAccess() === "all";
  const state = useConsole();
  const { start } = useAction((on: boolean) => api.call("setDeveloperConsole", { on }), CONSOLE_KEY);
  if (isDeveloperMode) return null;
  return (
    <Section>
      {state ? (
        <div className="flex flex-col gap-3">
          <Switch
            label={<Trans>Developer console</Trans>}
            hint={
              <Trans>
                Owners of the service can read what bots send and receive, including messages of other people’s chats,
                from the moment it is turned on. Turned off, everything that was recorded is dropped. Everybody can see
                that it is on.
              </Trans>
            }
            checked={state.on}
            onChange={start}
          />
          {state.since !== undefined && (
            <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-soft">
              <span className="min-w-0 flex-1 basis-40">
                <Trans>
                  On since <Time value={format.moment(state.since)} />
                </Trans>
              </span>
              <Link to="/developer" className={buttonVariants({ variant: "soft", size: "small" })}>
                <Trans>Open the console</Trans>
              </Link>
            </p>
          )}
        </div>
      ) : (
        <Skeleton className="h-24" />
      )}
    </Section>
  );
}
