/** The topic, the reactions, and what is asked for and shared by a call or an update, as rows of a list of facts. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { AskedFact, ContentFacts } from "./content-facts.ts";
import { useAccounts } from "./use-accounts.ts";

type Fact = readonly [ReactNode, ReactNode];

/** @returns a function that makes the rows, none where there is neither */
export function useContentFacts(): (facts: ContentFacts) => Fact[] {
  const { t } = useLingui();
  const { name, find } = useAccounts();
  return ({ topic, reaction, asked = [], shared }) => {
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
      ...asked.map((each, i) => [<Trans key="asks">Asks for</Trans>, <Asked key={i} {...each} />] as const),
      ...(shared
        ? ([
            [<Trans key="request">Request</Trans>, shared.request_id],
            [
              <Trans key="shared">Shared</Trans>,
              <bdi key="names">{shared.ids.map((id) => (find(id) ? name(id) : id)).join(", ")}</bdi>,
            ],
          ] as const)
        : []),
    ];
  };
}

/** A button: what it asks for, its words, and the number of its request. */
function Asked({ text, request_id, what, max }: AskedFact) {
  return (
    <>
      {what === "users" ? (
        <Plural value={max} one="One user" other="Up to # users" />
      ) : what === "channel" ? (
        <Trans>A channel</Trans>
      ) : (
        <Trans>A group</Trans>
      )}
      {": "}
      <bdi>{text}</bdi> ({request_id})
    </>
  );
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
