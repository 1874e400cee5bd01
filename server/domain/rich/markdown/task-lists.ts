/** `- [ ]` and `- [x]` in Markdown: list items with a checkbox. */
import type { MarkdownIt } from "markdown-it";

const BOX = /^\[([ xX])\](?:\s+|$)/;

export function taskLists(markdown: MarkdownIt): void {
  markdown.core.ruler.after("block", "task_lists", ({ tokens }) => {
    for (const [at, token] of tokens.entries()) {
      const isFirstInItem = token.type === "inline" && tokens[at - 2]?.type === "list_item_open";
      const box = isFirstInItem ? BOX.exec(token.content) : null;
      if (!box) continue;
      token.content = token.content.slice(box[0].length);
      tokens[at - 2]!.meta = { checked: box[1] !== " " };
    }
  });
  const open = markdown.renderer.rules["list_item_open"];
  markdown.renderer.rules["list_item_open"] = (tokens, at, options, env, renderer) => {
    const item = open ? open(tokens, at, options, env, renderer) : renderer.renderToken(tokens, at, options);
    const task = tokens[at]!.meta as { readonly checked: boolean } | null;
    return task ? `${item}<input type="checkbox"${task.checked ? " checked" : ""}>` : item;
  };
}
