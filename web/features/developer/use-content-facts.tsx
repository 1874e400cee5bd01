/** The topic and the reactions of a call or an update, as rows of a list of facts. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { ContentFacts } from "./content-facts.ts";
import { useAccounts } from "./use-accounts.ts";

type Fact = readonly [ReactNode, ReactNode];

/** @returns a function that makes the rows, none where there is neither */
export function useContentFacts(): (facts: ContentFacts) => Fact[] {
  const { t } = useLingui();
  const { name } = useAccounts();
  return ({ topic, reaction }) => {
    const shown = (emoji: string) => emoji || t`None`;
    return [
      ...(topic ? [[<Trans key="topic">Topic</Trans>, <TopicName key="name" {...topic} />] as const] : []),
      ...(reaction?.account_id === undefined
        ? []
        : [[<Trans key="who">Who has reacted</Trans>, <bdi key="name">{name(reaction.account_id)}</bdi>] as const]),
      ...(reaction?.before === undefined
        ? []
        : [[<Trans key="before">Reactions before</Trans>, shown(reaction.before)] as const]),
      ...(reaction ? [[<Trans key="reactions">Reactions</Trans>, shown(reaction.after)] as const] : []),
    ];
  };
}

function TopicName({
  name,
  message_thread_id,
}: {
  readonly name: string | undefined;
  readonly message_thread_id: number;
}) {
  return name === undefined ? (
    message_thread_id
  ) : (
    <>
      <bdi>{name}</bdi> ({message_thread_id})
    </>
  );
}
