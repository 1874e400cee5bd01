/** A formatted text of a rich message. It consists of React nodes, as the text of other messages. */
import type { RichText as Text, RichTextNode } from "@heliogram/shared/rich.ts";
import type { MessageEntity, User } from "@heliogram/shared/wire.ts";
import { Fragment, type ReactNode } from "react";
import { charactersOf } from "@heliogram/shared/rich-characters.ts";
import { useTabIndex } from "../../../ui/focus/tab-index.ts";
import { Entity, LINK_CLASSES } from "../text-body.tsx";
import { Formula } from "./formula.tsx";
import { RichButtonInText } from "./rich-button.tsx";

export type OnCommand = ((command: string) => void) | undefined;

interface RichTextProps {
  readonly text: Text;
  readonly onCommand: OnCommand;
}

export function RichText({ text, onCommand }: RichTextProps): ReactNode {
  if (typeof text === "string") return text;
  if (isList(text)) {
    return text.map((each, index) => (
      <Fragment key={index}>
        <RichText text={each} onCommand={onCommand} />
      </Fragment>
    ));
  }
  return <Node node={text} onCommand={onCommand} />;
}

function Node({ node, onCommand }: { readonly node: RichTextNode; readonly onCommand: OnCommand }): ReactNode {
  if (node.type === "anchor") return <span data-anchor={node.name} />;
  if (node.type === "custom_emoji") return node.alternative_text;
  if (node.type === "mathematical_expression") return <Formula expression={node.expression} isBlock={false} />;
  if (node.type === "button") return <RichButtonInText button={node.button} />;
  const content = <RichText text={node.text} onCommand={onCommand} />;
  switch (node.type) {
    case "subscript":
      return <sub>{content}</sub>;
    case "superscript":
      return <sup>{content}</sup>;
    case "marked":
      return <mark className="rounded-xs bg-found text-inherit">{content}</mark>;
    case "reference":
      return <span data-anchor={node.name}>{content}</span>;
    case "anchor_link":
      return <AnchorLink name={node.anchor_name}>{content}</AnchorLink>;
    case "reference_link":
      return <AnchorLink name={node.reference_name}>{content}</AnchorLink>;
    default:
      return (
        <Entity entity={entityOf(node)} text={charactersOf(node.text)} onCommand={onCommand}>
          {content}
        </Entity>
      );
  }
}

/** Leads to a place in the same message; without a name, to its beginning. */
function AnchorLink({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const tabIndex = useTabIndex();
  const go = (link: HTMLElement) => {
    const message = link.closest("[data-words]");
    const place = name === "" ? message : message?.querySelector(`[data-anchor="${CSS.escape(name)}"]`);
    place?.closest("details")?.setAttribute("open", "");
    place?.scrollIntoView({ block: "nearest" });
  };
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      className={LINK_CLASSES}
      onClick={({ currentTarget }) => go(currentTarget)}
    >
      {children}
    </button>
  );
}

type EntityNode = Extract<RichTextNode, { readonly text: Text }>;

/** The entity that is shown in the same way. */
function entityOf(node: EntityNode): MessageEntity {
  const place = { offset: 0, length: 0 };
  switch (node.type) {
    case "url":
      return { type: "text_link", url: node.url, ...place };
    case "email_address":
      return { type: "text_link", url: `mailto:${node.email_address}`, ...place };
    case "phone_number":
      return { type: "text_link", url: `tel:${node.phone_number.replaceAll(/[^\d+]/g, "")}`, ...place };
    case "text_mention":
      return { type: node.type, user: node.user as User, ...place };
    case "date_time":
      return { type: node.type, unix_time: node.unix_time, date_time_format: node.date_time_format, ...place };
    default:
      return { type: node.type, ...place };
  }
}

function isList(text: Text): text is readonly Text[] {
  return Array.isArray(text);
}
