/** The list of chats, topics, people and public groups among which one chooses where messages go. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { ChevronDown, ChevronRight } from "lucide-react";
import { Fragment, useState, type ReactNode } from "react";
import { GENERAL } from "../../core/model/chats/place.ts";
import { hasTopics } from "../../core/model/chats/has-topics.ts";
import { titleOf } from "../../core/model/people/names.ts";
import type { ChatRow, TopicRow } from "../../core/store/state.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { arrowList } from "../../ui/focus/arrow-list.ts";
import { INPUT_CLASS } from "../../ui/forms/text-field.tsx";
import { LoadError } from "../rights/load-error.tsx";
import { useDisabledReason } from "../rights/use-disabled-reason.ts";
import { useSendDisabledReasons } from "../rights/use-send-disabled-reasons.ts";
import { TopicIcon } from "../topics/topic-icon.tsx";
import { topicsInOrder } from "../topics/topic-order.ts";
import { useTopics } from "../topics/use-topics.ts";
import { targetOf, topicTargetOf, useForwardChats, useOtherTargets, type ForwardTarget } from "./forward-targets.ts";

export interface TargetOption {
  readonly target: ForwardTarget;
  /** Why it cannot be chosen. */
  readonly reason: string | undefined;
  /** What the control that chooses it shows. */
  readonly content: ReactNode;
}

interface TargetListProps {
  readonly label: string;
  /** What is sent there; empty for a message that is yet to be written. */
  readonly messages: readonly Message[];
  readonly renderOption: (option: TargetOption) => ReactNode;
}

export function TargetList({ label, messages, renderOption }: TargetListProps) {
  const { t } = useLingui();
  const [query, setQuery] = useState("");
  const rows = useForwardChats(query);
  const others = useOtherTargets(query);
  return (
    <>
      {/* The focus ring of the field needs room below the title. */}
      <div className="px-5 pt-1">
        <input
          type="search"
          aria-label={t`Search chats and people`}
          placeholder={t`Search chats and people`}
          autoFocus
          autoComplete="off"
          className={INPUT_CLASS}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      <ul ref={arrowList} aria-label={label} className="min-h-32 flex-1 overflow-y-auto px-3">
        {rows.map((row) =>
          hasTopics(row) ? (
            <TopicOptions key={row.chat.id} row={row} messages={messages} renderOption={renderOption} />
          ) : (
            <li key={row.chat.id}>
              <ChatOption row={row} messages={messages} renderOption={renderOption} />
            </li>
          ),
        )}
        {others.map((target) => (
          <li key={target.id}>
            {renderOption({ target, reason: undefined, content: <TargetContent target={target} /> })}
          </li>
        ))}
      </ul>
    </>
  );
}

interface ChatOptionProps extends Pick<TargetListProps, "messages" | "renderOption"> {
  readonly row: ChatRow;
}

function ChatOption({ row, messages, renderOption }: ChatOptionProps) {
  const target = targetOf(row);
  const reason = useSendDisabledReasons(row).forward(messages);
  return renderOption({ target, reason, content: <TargetContent target={target} /> });
}

/** A chat with topics: a button that shows them below it. */
function TopicOptions(props: ChatOptionProps) {
  const { t } = useLingui();
  const { chat } = props.row;
  const [isOpen, setOpen] = useState(false);
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <li>
        <button
          type="button"
          aria-expanded={isOpen}
          title={t`Topics`}
          className="flex w-full items-center gap-3 rounded-xl px-2 py-1.5 text-start hover:bg-hover"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon aria-hidden className="size-4.5 shrink-0 text-soft rtl:-scale-x-100" />
          <TargetContent target={targetOf(props.row)} />
        </button>
      </li>
      {isOpen && (
        <Fragment key={chat.id}>
          <OpenTopicOptions {...props} />
        </Fragment>
      )}
    </>
  );
}

function OpenTopicOptions({ row, messages, renderOption }: ChatOptionProps) {
  const { t } = useLingui();
  const { topics, error, retry } = useTopics(row.chat.id);
  const reasonFor = useDisabledReason();
  const reason = useSendDisabledReasons(row).forward(messages);
  if (!topics) {
    return (
      <li className="px-4 py-2">
        {error === undefined ? (
          <span role="status" aria-label={t`Loading topics…`}>
            <Spinner />
          </span>
        ) : (
          <LoadError error={error} onRetry={retry} />
        )}
      </li>
    );
  }
  const listed = topicsInOrder(topics);
  // The messages of a bot's chat need no topic.
  const isWhole = !listed.some(({ topic }) => topic.message_thread_id === GENERAL);
  const whole = { ...targetOf(row), title: t`Without a topic` };
  return (
    <>
      {isWhole && (
        <li className="ps-6">
          {renderOption({ target: whole, reason, content: <Indented chat={titleOf(row.chat)} name={whole.title} /> })}
        </li>
      )}
      {listed.map((each) => (
        <li key={each.topic.message_thread_id} className="ps-6">
          {renderOption({
            target: topicTargetOf(row, each),
            reason: reason ?? (each.can_send === null ? undefined : reasonFor(each.can_send, row)),
            content: <Indented chat={titleOf(row.chat)} name={each.topic.name} topic={each.topic} />,
          })}
        </li>
      ))}
    </>
  );
}

interface IndentedProps {
  readonly chat: string;
  readonly name: string;
  readonly topic?: TopicRow["topic"];
}

function Indented({ chat, name, topic }: IndentedProps) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      {topic && <TopicIcon topic={topic} size="small" />}
      <span className="truncate font-medium" dir="auto">
        {name}
      </span>
      <span className="sr-only">, {chat}</span>
    </span>
  );
}

function TargetContent({ target: { id, title, photo, username_to_join } }: { readonly target: ForwardTarget }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar id={id} name={title} photo={photo} size="small" />
      <span className="truncate font-medium" dir="auto">
        {title}
      </span>
      {username_to_join !== undefined && (
        <span className="shrink-0 text-sm text-soft">
          <Trans>you join it</Trans>
        </span>
      )}
    </span>
  );
}
