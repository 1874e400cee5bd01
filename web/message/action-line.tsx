/** What others are doing at the moment, in words. */
import { Trans, useLingui } from "@lingui/react/macro";
import { nameOf } from "../model/names.ts";
import type { Acting } from "../store/state.ts";

interface ActionLineProps {
  readonly acting: readonly Acting[];
  readonly group: boolean;
}

export function ActionLine({ acting, group }: ActionLineProps) {
  const { t } = useLingui();
  const [first, ...others] = acting;
  if (!first) return null;
  const deed = deedOf(first.action);
  const name = nameOf(first.user);
  return (
    <span className="inline-flex items-center gap-1 text-accent">
      {group && others.length > 0 ? (
        <Trans>several people are writing…</Trans>
      ) : group ? (
        <>
          {name} {deed}
        </>
      ) : (
        deed
      )}
    </span>
  );

  function deedOf(action: string): string {
    if (/record_(voice|audio)/.test(action)) return t`is recording a voice message…`;
    if (action.includes("photo")) return t`is sending a photo…`;
    if (action.includes("video")) return t`is sending a video…`;
    if (/document|audio|voice/.test(action)) return t`is sending a file…`;
    return t`is writing…`;
  }
}
