/** A bot's privacy mode, whether it may join groups, its topics, and its dialect. Each change is saved at once. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { OwnBot } from "@heliogram/shared/wire.ts";
import { useAction } from "../forms/use-action.ts";
import { Select, Switch } from "../../ui/forms/choice.tsx";
import { useEditBot } from "./use-edit-bot.ts";
import { OWN_BOTS } from "./use-own-bots.ts";

export function Behaviour({ bot }: { readonly bot: OwnBot }) {
  const { t } = useLingui();
  const { start } = useAction(useEditBot(bot.user.id), OWN_BOTS);
  const { service_dialect } = bot;
  return (
    <div className="flex flex-col gap-4">
      <Switch
        label={<Trans>Privacy mode</Trans>}
        hint={<Trans>In groups it gets only commands, mentions, replies to it and service messages.</Trans>}
        checked={bot.privacy}
        onChange={(privacy) => start({ privacy })}
      />
      <Switch
        label={<Trans>May join groups</Trans>}
        hint={<Trans>People can add it to groups and channels. Where it is already, it stays.</Trans>}
        checked={bot.can_join_groups}
        onChange={(can_join_groups) => start({ can_join_groups })}
      />
      <Select
        label={t`Topics`}
        hint={t`Topics divide its private chats, for example by task.`}
        value={bot.topics}
        onChoose={(topics) => start({ topics })}
        choices={[
          { value: "off", label: t`None` },
          { value: "bot", label: t`The bot makes topics` },
          { value: "people", label: t`The bot and people make topics` },
        ]}
      />
      <Select
        label={t`Dialect`}
        hint={t`“telegram” answers as programs written for that network expect it.`}
        value={bot.dialect}
        onChoose={(dialect) => start({ dialect })}
        choices={[
          { value: "default", label: t`As the service has it (${service_dialect})` },
          { value: "native", label: "native" },
          { value: "telegram", label: "telegram" },
        ]}
      />
    </div>
  );
}
