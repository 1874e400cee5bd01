/** The icon of a topic: its emoji, or the first letter of its name on its colour. */
import { TOPIC_ICONS } from "@heliogram/shared/topic-icons.ts";
import type { Topic } from "@heliogram/shared/wire.ts";
import { Hash } from "lucide-react";
import { GENERAL } from "../../core/model/chats/place.ts";
import { initialsOf } from "../../core/model/people/names.ts";
import { classes } from "../../ui/classes.ts";

interface TopicIconProps {
  readonly topic: Pick<Topic, "message_thread_id" | "name" | "icon_color" | "icon_custom_emoji_id">;
  readonly size?: "small" | "normal";
}

/** Hidden from screen readers, because the name is always shown beside it. */
export function TopicIcon({ topic, size = "normal" }: TopicIconProps) {
  const emoji = TOPIC_ICONS[topic.icon_custom_emoji_id ?? ""];
  const box = classes("grid shrink-0 select-none place-items-center", size === "small" ? "size-8" : "size-10");
  if (emoji !== undefined) {
    return (
      <span aria-hidden className={classes(box, size === "small" ? "text-xl" : "text-2xl")}>
        {emoji}
      </span>
    );
  }
  if (topic.message_thread_id === GENERAL) {
    return (
      <span aria-hidden className={classes(box, "rounded-xl bg-selected text-accent")}>
        <Hash className={size === "small" ? "size-4.5" : "size-5.5"} />
      </span>
    );
  }
  return (
    <span
      aria-hidden
      className={classes(box, "rounded-xl font-semibold text-black", size === "small" && "text-sm")}
      style={{ background: hexOf(topic.icon_color) }}
    >
      {[...initialsOf(topic.name)][0]}
    </span>
  );
}

/** The colour as CSS has it. */
export function hexOf(color: number): string {
  return `#${color.toString(16).padStart(6, "0")}`;
}
