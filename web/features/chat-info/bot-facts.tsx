/** A bot's commands and whether it receives all messages in groups. */
import { Trans } from "@lingui/react/macro";
import { Eye, EyeOff } from "lucide-react";
import { Card } from "./panel.tsx";

interface BotFactsProps {
  readonly commands: readonly { readonly command: string; readonly description: string }[];
  readonly privacy: boolean;
}

export function BotFacts({ commands, privacy }: BotFactsProps) {
  const Icon = privacy ? EyeOff : Eye;
  return (
    <>
      {commands.length > 0 && (
        <Card title={<Trans>Commands</Trans>}>
          <dl className="flex flex-col gap-1.5 px-3 pb-2">
            {commands.map(({ command, description }) => (
              <div key={command} className="flex flex-wrap gap-x-3">
                <dt className="font-medium text-accent" dir="ltr">
                  /{command}
                </dt>
                <dd className="min-w-0 break-words text-soft" dir="auto">
                  {description}
                </dd>
              </div>
            ))}
          </dl>
        </Card>
      )}
      <Card>
        <p className="flex items-center gap-4 px-3 py-2 text-sm">
          <Icon aria-hidden className="size-5 shrink-0 text-soft" />
          {privacy ? (
            <Trans>In groups, it gets only commands, and what is meant for it.</Trans>
          ) : (
            <Trans>In groups, it gets every message.</Trans>
          )}
        </p>
      </Card>
    </>
  );
}
