/** The panes of a group with topics, loaded when one is opened. */
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { HistorySkeleton } from "./history-skeleton.tsx";

export const LazyTopicPanes = lazyComponent(
  async () => (await import("./topic-panes.tsx")).TopicPanes,
  <HistorySkeleton />,
);
