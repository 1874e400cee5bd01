/** A text with its entities. It consists of React text nodes, so that nothing in it can become markup. */
import { useLingui } from "@lingui/react/macro";
import type { MessageEntity } from "@heliogram/shared/wire.ts";
import { Link } from "@tanstack/react-router";
import { Fragment, useState, type ReactNode } from "react";
import { addressOf, safeLink, segmentsOf, type Segment } from "../../core/model/text/segments.ts";
import { classes } from "../../ui/classes.ts";
import { useTabIndex } from "../../ui/focus/tab-index.ts";
import { ExternalLink } from "../../ui/links/external-link.tsx";
import { CodeBlock } from "./code/code-block.tsx";
import { DateTime } from "./date-time.tsx";

interface TextBodyProps {
  readonly text: string;
  readonly entities: readonly MessageEntity[];
  /** The number of emoji, if the text consists of only a few, which are shown large. */
  readonly emoji?: number;
  /** Sends a command when it is clicked. */
  readonly onCommand?: ((command: string) => void) | undefined;
}

/** The size for one, two and three emoji. */
const EMOJI_CLASSES = ["", "text-5xl/snug", "text-4xl/snug", "text-3xl/snug"];

export function TextBody({ text, entities, emoji = 0, onCommand }: TextBodyProps) {
  return (
    <span data-words dir="auto" className={classes("whitespace-pre-wrap break-words", EMOJI_CLASSES[emoji])}>
      {renderSegments(segmentsOf(text, entities), onCommand)}
    </span>
  );
}

function renderSegments(segments: readonly Segment[], onCommand: TextBodyProps["onCommand"]): ReactNode {
  return segments.map((segment, index) => {
    if (typeof segment === "string") {
      // A block element ends its line, so the line feed after it would add an empty line.
      return <Fragment key={index}>{isBlock(segments[index - 1]) ? segment.replace(/^\n/, "") : segment}</Fragment>;
    }
    const { entity, text, inside } = segment;
    return (
      <Entity key={index} entity={entity} text={text} onCommand={onCommand}>
        {renderSegments(inside, onCommand)}
      </Entity>
    );
  });
}

function isBlock(segment: Segment | undefined): boolean {
  return typeof segment === "object" && /^(pre|(expandable_)?blockquote)$/.test(segment.entity.type);
}

interface EntityProps {
  readonly entity: MessageEntity;
  readonly text: string;
  readonly children: ReactNode;
  readonly onCommand: TextBodyProps["onCommand"];
}

export const LINK_CLASSES = "text-accent underline decoration-transparent underline-offset-2 hover:decoration-current";

/** A range of a text with a format or a meaning. */
export function Entity({ entity, text, children, onCommand }: EntityProps) {
  const tabIndex = useTabIndex();
  switch (entity.type) {
    case "bold":
      return <strong className="font-semibold">{children}</strong>;
    case "italic":
      return <em>{children}</em>;
    case "underline":
      return <u>{children}</u>;
    case "strikethrough":
      return <s>{children}</s>;
    case "spoiler":
      return <Spoiler>{children}</Spoiler>;
    case "blockquote":
    case "expandable_blockquote":
      return (
        <span className="my-0.5 block rounded-e-md border-s-3 border-accent bg-accent/8 px-2 py-0.5">{children}</span>
      );
    case "code":
      return <code className="rounded bg-shade px-1 py-px font-mono text-[0.9em]">{children}</code>;
    case "pre":
      return <CodeBlock text={text} language={entity.language} />;
    case "mention":
      return (
        <Link
          dir="ltr"
          to="/@{$username}"
          params={{ username: text.slice(1) }}
          tabIndex={tabIndex}
          className={LINK_CLASSES}
        >
          {children}
        </Link>
      );
    case "text_mention":
      return entity.user ? (
        <Link to="/chat/$chatId" params={{ chatId: entity.user.id }} tabIndex={tabIndex} className={LINK_CLASSES}>
          {children}
        </Link>
      ) : (
        children
      );
    case "date_time":
      return <DateTime entity={entity}>{children}</DateTime>;
    case "bot_command":
      return onCommand ? (
        <button type="button" dir="ltr" tabIndex={tabIndex} className={LINK_CLASSES} onClick={() => onCommand(text)}>
          {children}
        </button>
      ) : (
        children
      );
    default:
      return (
        <Address address={addressOf(entity, text)} shown={text} isAddress={entity.type !== "text_link"}>
          {children}
        </Address>
      );
  }
}

interface AddressProps {
  readonly address: string | undefined;
  /** The text of the link. */
  readonly shown: string;
  /** Whether the text is the address itself, which runs from left to right. */
  readonly isAddress: boolean;
  readonly children: ReactNode;
}

function Address({ address, shown, isAddress, children }: AddressProps) {
  const tabIndex = useTabIndex();
  const href = address === undefined ? undefined : safeLink(address);
  if (href === undefined) return children;
  return (
    <ExternalLink
      href={href}
      shown={shown}
      dir={isAddress ? "ltr" : "auto"}
      tabIndex={tabIndex}
      className={LINK_CLASSES}
      title={href}
    >
      {children}
    </ExternalLink>
  );
}

function Spoiler({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui();
  const tabIndex = useTabIndex();
  const [open, setOpen] = useState(false);
  if (open) return <span className="rounded bg-shade">{children}</span>;
  return (
    <button
      type="button"
      aria-label={t`Hidden text: show it`}
      tabIndex={tabIndex}
      onClick={({ detail, currentTarget }) => {
        // Activated by a key, the button would lose the focus when it is removed. The focus goes to its message
        // instead.
        if (detail === 0) currentTarget.closest<HTMLElement>("[data-key]")?.focus({ preventScroll: true });
        setOpen(true);
      }}
      className="rounded bg-muted-fill select-none"
    >
      <span className="invisible">{children}</span>
    </button>
  );
}
