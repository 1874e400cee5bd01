/** The context menu of a topic in the list. */
import { useLingui } from "@lingui/react/macro";
import { useClientState } from "../../core/client/context.tsx";
import type { ChatDetails, TopicRow } from "../../core/store/state.ts";
import { topicOf } from "../../core/store/topics.ts";
import { Menu } from "../../ui/overlays/menu.tsx";
import type { OpenMenu } from "../lists/use-row-menu.ts";
import { TopicMenuItems, type TopicDialogKind } from "./topic-menu.tsx";

interface TopicListMenuProps {
  readonly row: ChatDetails;
  /** The topic, and where its menu opens. */
  readonly menu: OpenMenu | undefined;
  readonly onClose: () => void;
  readonly onDialog: (kind: TopicDialogKind, topic: TopicRow) => void;
}

export function TopicListMenu({ row, menu, onClose, onDialog }: TopicListMenuProps) {
  const { t } = useLingui();
  const topic = useClientState((state) => menu && topicOf(state, row.chat.id, menu.id));
  return (
    <Menu
      label={t`What to do with this topic`}
      open={topic !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      {...(menu ? { anchor: menu.anchor } : {})}
    >
      {topic && <TopicMenuItems row={row} topic={topic} onDialog={(kind) => onDialog(kind, topic)} />}
    </Menu>
  );
}
