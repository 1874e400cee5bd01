/** The switch that gives a group topics, or takes them away. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useClient } from "../../core/client/context.tsx";
import { Switch } from "../../ui/forms/choice.tsx";
import { useChatRow } from "./chat-row-context.ts";
import { useChatAction } from "./use-chat-action.ts";

export function TopicsSwitch() {
  const { t } = useLingui();
  const { chat } = useChatRow();
  const { api } = useClient();
  const { busy, run } = useChatAction(chat.id);
  const isForum = chat.is_forum === true;
  const change = (is_forum: boolean) => {
    if (!busy) void run(() => api.call("setForum", { chat_id: chat.id, is_forum }), t`Saved`);
  };
  return (
    <div className="rounded-2xl bg-surface px-5 py-3">
      <Switch
        label={<Trans>Topics</Trans>}
        hint={
          <Trans>
            The messages are sorted by topic. No message is lost, also when topics are turned off again: those without a
            topic are in General, and all of them are in one chat afterwards.
          </Trans>
        }
        checked={isForum}
        onChange={change}
      />
    </div>
  );
}
