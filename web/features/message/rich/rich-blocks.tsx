/** The blocks of a rich message. */
import { useLingui } from "@lingui/react/macro";
import type {
  RichBlock,
  RichButtons,
  RichFile,
  RichGallery as RichGalleryBlock,
  RichListItem,
  RichMap,
  RichText as Text,
} from "@heliogram/shared/rich.ts";
import type { Message } from "@heliogram/shared/wire.ts";
import { SquareCheckBig, Square } from "lucide-react";
import type { ReactNode } from "react";
import { charactersOf } from "@heliogram/shared/rich-characters.ts";
import { classes } from "../../../ui/classes.ts";
import { useTabIndex } from "../../../ui/focus/tab-index.ts";
import { CodeBlock } from "../code/code-block.tsx";
import { Location } from "../location.tsx";
import { Captioned, RichFileBlock, RichGallery } from "./rich-files.tsx";
import { RichButtonRow } from "./rich-button.tsx";
import { RichMessageContext } from "./rich-context.ts";
import { Credit } from "./credit.tsx";
import { Formula } from "./formula.tsx";
import { RichText, type OnCommand } from "./rich-text.tsx";
import { RichTable } from "./rich-table.tsx";
import { ScrollBox } from "./scroll-box.tsx";

interface RichBlocksProps {
  /** A message with blocks, or a draft. */
  readonly message: Message;
  /** Sends a command when it is clicked. */
  readonly onCommand: OnCommand;
}

export function RichBlocks({ message, onCommand }: RichBlocksProps) {
  const { blocks, is_rtl } = message.rich_message!;
  return (
    <RichMessageContext value={message}>
      <div data-words dir={is_rtl ? "rtl" : "auto"} className="flex flex-col gap-2 wrap-anywhere">
        <Blocks blocks={blocks} onCommand={onCommand} />
      </div>
    </RichMessageContext>
  );
}

interface BlocksProps {
  readonly blocks: readonly RichBlock[];
  readonly onCommand: OnCommand;
}

function Blocks({ blocks, onCommand }: BlocksProps): ReactNode {
  return blocks.map((block, index) => <Block key={index} block={block} onCommand={onCommand} />);
}

/** By size: 1 is the largest. */
const HEADING_CLASSES = ["", "text-xl", "text-lg", "text-base", "text-base", "text-sm", "text-sm"];
const QUOTE_CLASSES = "flex flex-col gap-2 rounded-e-md border-s-3 border-accent bg-accent/8 px-2 py-0.5";

function Block({ block, onCommand }: { readonly block: RichBlock; readonly onCommand: OnCommand }): ReactNode {
  const rich = (text: Text) => <RichText text={text} onCommand={onCommand} />;
  switch (block.type) {
    case "paragraph":
      return (
        <p dir="auto" className="whitespace-pre-wrap">
          {rich(block.text)}
        </p>
      );
    case "thinking":
      return <p className="whitespace-pre-wrap text-soft">{rich(block.text)}</p>;
    case "footer":
      return <p className="whitespace-pre-wrap text-sm text-soft">{rich(block.text)}</p>;
    case "heading":
      // A message is within a page that has headings of its own.
      return (
        <p
          role="heading"
          aria-level={Math.min(block.size + 2, 6)}
          dir="auto"
          className={classes("whitespace-pre-wrap font-semibold", HEADING_CLASSES[block.size])}
        >
          {rich(block.text)}
        </p>
      );
    case "pre":
      return <CodeBlock text={charactersOf(block.text)} language={block.language} />;
    case "divider":
      return <hr className="my-1 border-line" />;
    case "mathematical_expression":
      return <FormulaBlock expression={block.expression} />;
    case "anchor":
      return <span data-anchor={block.name} />;
    case "list":
      return <List items={block.items} onCommand={onCommand} />;
    case "table":
      return <RichTable table={block} onCommand={onCommand} />;
    case "details":
      return <Details block={block} onCommand={onCommand} />;
    case "blockquote":
      return (
        <blockquote className={QUOTE_CLASSES}>
          <Blocks blocks={block.blocks} onCommand={onCommand} />
          {block.credit !== undefined && <Credit>{rich(block.credit)}</Credit>}
        </blockquote>
      );
    case "expandable_blockquote":
    case "pullquote":
      return (
        <blockquote className={classes(QUOTE_CLASSES, block.type === "pullquote" && "border-s-0 text-center italic")}>
          <p className="whitespace-pre-wrap">{rich(block.text)}</p>
          {block.credit !== undefined && <Credit>{rich(block.credit)}</Credit>}
        </blockquote>
      );
    default:
      return <Attachment block={block} onCommand={onCommand} />;
  }
}

interface AttachmentProps {
  readonly block: RichMap | RichFile | RichGalleryBlock | RichButtons;
  readonly onCommand: OnCommand;
}

/** What is no text. */
function Attachment({ block, onCommand }: AttachmentProps): ReactNode {
  switch (block.type) {
    case "map":
      return (
        <Captioned caption={block.caption} onCommand={onCommand}>
          <Location location={block.location} zoom={block.zoom} />
        </Captioned>
      );
    case "collage":
    case "slideshow":
      return <RichGallery gallery={block} onCommand={onCommand} />;
    case "buttons":
      return <RichButtonRow row={block} />;
    default:
      return <RichFileBlock block={block} onCommand={onCommand} />;
  }
}

function FormulaBlock({ expression }: { readonly expression: string }) {
  const { t } = useLingui();
  return (
    <ScrollBox label={t`Formula`}>
      <p className="text-center">
        <Formula expression={expression} isBlock />
      </p>
    </ScrollBox>
  );
}

interface ListProps {
  readonly items: readonly RichListItem[];
  readonly onCommand: OnCommand;
}

function List({ items, onCommand }: ListProps) {
  const Element = items.some(({ value }) => value !== undefined) ? "ol" : "ul";
  return (
    <Element role="list" className="flex flex-col gap-1">
      {items.map((item, index) => (
        <li key={index} value={item.value} className="flex gap-2">
          {item.has_checkbox ? <Box checked={item.is_checked === true} /> : <Label>{item.label}</Label>}
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <Blocks blocks={item.blocks} onCommand={onCommand} />
          </div>
        </li>
      ))}
    </Element>
  );
}

function Label({ children }: { readonly children: string }) {
  return (
    <span aria-hidden className="min-w-4 shrink-0 text-end text-soft tabular-nums">
      {children}
    </span>
  );
}

function Box({ checked }: { readonly checked: boolean }) {
  const { t } = useLingui();
  const Icon = checked ? SquareCheckBig : Square;
  return <Icon role="img" aria-label={checked ? t`Done` : t`To do`} className="mt-0.5 size-4 shrink-0 text-soft" />;
}

interface DetailsProps {
  readonly block: Extract<RichBlock, { readonly type: "details" }>;
  readonly onCommand: OnCommand;
}

function Details({ block, onCommand }: DetailsProps) {
  const tabIndex = useTabIndex();
  return (
    <details open={block.is_open} className="rounded-lg bg-shade px-3 py-1.5">
      <summary tabIndex={tabIndex} className="cursor-pointer font-semibold pointer-coarse:py-2.5">
        <RichText text={block.summary} onCommand={onCommand} />
      </summary>
      <div className="flex flex-col gap-2 pt-1.5">
        <Blocks blocks={block.blocks} onCommand={onCommand} />
      </div>
    </details>
  );
}
