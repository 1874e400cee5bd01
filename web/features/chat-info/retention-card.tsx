/** After how many days messages of the chat are deleted; its owner may choose within the bounds of the service. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useClient } from "../../core/client/context.tsx";
import type { ChatRetention } from "@heliogram/shared/wire.ts";
import { useFormat } from "../../i18n/format.ts";
import { Select } from "../../ui/forms/choice.tsx";
import { Card, Hint } from "./panel.tsx";
import { chatKey } from "./queries.ts";
import { useChatRow } from "./chat-row-context.ts";
import { useChatAction } from "./use-chat-action.ts";

/** Periods to choose from, in days. */
const CHOICES = [1, 7, 14, 30, 90, 180, 365, 730, 1825, 3650];
/** The choice of what the service says. */
const INHERITED = "service";

export function RetentionCard() {
  const { api } = useClient();
  const { chat, member } = useChatRow();
  const { data } = useQuery({
    queryKey: [...chatKey(chat.id), "retention"],
    queryFn: () => api.call("getChatRetention", { chat_id: chat.id }),
    staleTime: 0,
  });
  if (!data) return null;
  const mayChoose = member?.status === "creator" && data.bounds !== undefined && !data.is_by_service;
  const { messages_days, media_days } = data.effective;
  if (!mayChoose && messages_days === undefined && media_days === undefined) return null;
  return (
    <Card title={<Trans>How long messages are kept</Trans>}>
      {mayChoose ? <Choice retention={data} /> : <Effective days={messages_days} media_days={media_days} />}
    </Card>
  );
}

interface EffectiveProps {
  readonly days: number | undefined;
  readonly media_days: number | undefined;
}

function Effective({ days, media_days }: EffectiveProps) {
  return (
    <Hint>
      {days !== undefined && (
        <Plural value={days} one="Messages are deleted after # day." other="Messages are deleted after # days." />
      )}{" "}
      {media_days !== undefined && (
        <Plural
          value={media_days}
          one="Messages with a file are deleted after # day."
          other="Messages with a file are deleted after # days."
        />
      )}
    </Hint>
  );
}

function Choice({ retention }: { readonly retention: ChatRetention }) {
  const { t } = useLingui();
  const { api } = useClient();
  const { chat } = useChatRow();
  const format = useFormat();
  const { run } = useChatAction(chat.id);
  const { min_days = 1, max_days } = retention.bounds ?? {};
  const own = retention.messages_days;
  const allowed = CHOICES.filter((days) => days >= min_days && (max_days === undefined || days <= max_days));
  const days = [...new Set([...allowed, min_days, max_days ?? min_days, ...(own ? [own] : [])])].sort((a, b) => a - b);
  const choose = (value: string) => {
    const chosen = value === INHERITED ? {} : { messages_days: Number(value) };
    return run(() => api.call("setChatRetention", { chat_id: chat.id, ...mediaOf(retention), ...chosen }), t`Saved`);
  };
  return (
    <Select
      className="px-3 py-2"
      label={t`Messages are deleted after`}
      value={own === undefined ? INHERITED : String(own)}
      onChoose={(value) => void choose(value)}
      choices={[
        { value: INHERITED, label: t`As this service does` },
        ...(max_days === undefined ? [{ value: "0", label: t`Never` }] : []),
        ...days.map((each) => ({ value: String(each), label: format.days(each) })),
      ]}
    />
  );
}

/** A choice for messages leaves that for messages with a file. */
function mediaOf({ media_days }: ChatRetention): { readonly media_days?: number } {
  return media_days === undefined ? {} : { media_days };
}
