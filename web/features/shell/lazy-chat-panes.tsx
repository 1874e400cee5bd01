/** The panes of an open chat: the largest chunk of the client, which is loaded once the list of chats is shown. */
import { lazyComponent } from "../../ui/lazy-component.tsx";

export const LazyChatPanes = lazyComponent(async () => (await import("../chat/chat-panes.tsx")).ChatPanes);
