/** The reactions below a message, as buttons that add or remove the person's own. */
import { Plural, useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { shownReactions } from "../../core/model/messages/reactions.ts";
import { useFormat } from "../../i18n/format.ts";
import { DisabledReason } from "../../ui/buttons/disabled-reason.tsx";
import { classes } from "../../ui/classes.ts";
import { useTabIndex } from "../../ui/focus/tab-index.ts";
import { useDisabledReason } from "../rights/use-disabled-reason.ts";
import { useErrorToast } from "../rights/use-error-message.ts";

const CHIP =
  "flex h-8 min-w-12 items-center justify-center gap-1.5 rounded-full border px-2.5 text-sm shadow-xs shadow-shade transition-colors";

export function Reactions({ message }: { readonly message: Message }) {
  const { t } = useLingui();
  const { reactions } = useClient();
  const format = useFormat();
  const tabIndex = useTabIndex();
  const showErrorToast = useErrorToast();
  const reasonFor = useDisabledReason();
  const row = useClientState((state) => state.chats?.[message.chat.id]);
  const refusal = row?.can?.react;
  const reason = row && refusal ? reasonFor(refusal, row) : undefined;
  return (
    <div role="group" aria-label={t`Reactions`} className="mt-1 flex max-w-full flex-wrap gap-1">
      {shownReactions(message).map(({ emoji, count, isChosen }) => (
        <DisabledReason key={emoji} reason={reason}>
          {(disabledAttributes) => (
            <button
              type="button"
              tabIndex={tabIndex}
              aria-pressed={isChosen}
              className={classes(
                CHIP,
                isChosen
                  ? "border-accent bg-selected font-medium text-accent"
                  : "border-transparent bg-theirs text-soft hover:bg-selected",
              )}
              onClick={() => {
                if (row && reason === undefined) reactions.toggle(message, emoji).catch(showErrorToast);
              }}
              {...disabledAttributes}
            >
              <span className="text-base leading-none">{emoji}</span>
              <span aria-hidden>{format.count(count)}</span>
              <span className="sr-only">
                <Plural value={count} one="# reaction" other="# reactions" />
              </span>
            </button>
          )}
        </DisabledReason>
      ))}
    </div>
  );
}
