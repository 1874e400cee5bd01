/** Fault rules: the list as sentences, and the form that adds one. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import type { Fault } from "@heliogram/shared/wire.ts";
import { useFormat } from "../../i18n/format.ts";
import { useErrorToast } from "../rights/use-error-message.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { Section } from "../../ui/layout/page.tsx";
import { arrowList } from "../../ui/focus/arrow-list.ts";
import { Facts } from "../lists/entry.tsx";
import { FaultForm } from "./fault-form.tsx";
import { PageColumn } from "./page-column.tsx";
import { useAccounts } from "./use-accounts.ts";
import { useFaultSentence } from "./use-fault-texts.ts";
import { useWorld } from "./use-world.ts";

/** How often it is read how often the rules have applied. */
const REFRESH_MS = 1000;

export function FaultsPage() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const showErrorToast = useErrorToast();
  const { call, key } = useWorld();
  const queryKey = key("faults");
  const changed = () => queries.invalidateQueries({ queryKey });
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call("listFaults", {}, signal)).faults,
    refetchInterval: REFRESH_MS,
  });
  const { mutate: remove } = useMutation({
    mutationFn: (id: number | "all"): Promise<unknown> =>
      id === "all" ? call("removeAllFaults", {}) : call("removeFault", { id }),
    onError: showErrorToast,
    onSettled: changed,
  });
  return (
    <PageColumn>
      <Section
        title={<Trans>Rules</Trans>}
        hint={<Trans>They are asked in this order, and the first that applies decides.</Trans>}
      >
        {data?.length === 0 && (
          <p className="text-soft">
            <Trans>Nothing fails by a rule.</Trans>
          </p>
        )}
        <ul ref={arrowList} aria-label={t`Fault rules`} className="divide-y divide-line empty:hidden">
          {data?.map((fault) => (
            <FaultRow key={fault.id} fault={fault} onRemove={() => remove(fault.id)} />
          ))}
        </ul>
        {data !== undefined && data.length > 1 && (
          <Button variant="soft" size="small" className="mt-3" onClick={() => remove("all")}>
            <Trans>Remove all</Trans>
          </Button>
        )}
      </Section>
      <Section title={<Trans>Add a rule</Trans>}>
        <FaultForm onAdded={() => void changed()} />
      </Section>
    </PageColumn>
  );
}

function FaultRow({ fault, onRemove }: { readonly fault: Fault; readonly onRemove: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const accounts = useAccounts();
  const sentence = useFaultSentence()(fault);
  const { bot_id, method, chat_id, text, nth, probability, count, applied, matched, when, is_over } = fault;
  const facts = [
    bot_id !== undefined && <Trans key="bot">Bot: {accounts.name(bot_id)}</Trans>,
    method !== undefined && <Trans key="method">Method: {method}</Trans>,
    chat_id !== undefined && <Trans key="chat">Chat: {accounts.name(chat_id)}</Trans>,
    text !== undefined && <Trans key="text">Text with “{text}”</Trans>,
    nth !== undefined && <Trans key="nth">From match {nth} on</Trans>,
    probability !== undefined && <Trans key="chance">Probability: {format.percent(probability)}</Trans>,
    count !== undefined && <Plural key="count" value={count} one="At most once" other="At most # times" />,
    when === "after" && <Trans key="when">After it was carried out</Trans>,
    <Trans key="applied">
      Applied to {applied} of {matched} matches
    </Trans>,
  ];
  return (
    <li className="flex items-start gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{sentence}</span>
          {is_over && (
            <Tag>
              <Trans>Over</Trans>
            </Tag>
          )}
        </p>
        <Facts facts={facts.filter((fact) => fact !== false)} />
      </div>
      <IconButton label={t`Remove the rule: ${sentence}`} onClick={onRemove}>
        <Trash2 aria-hidden className="size-4.5" />
      </IconButton>
    </li>
  );
}
