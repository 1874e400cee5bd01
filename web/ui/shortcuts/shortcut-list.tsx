/** The list of all shortcuts by screen area. */
import { Trans, useLingui } from "@lingui/react/macro";
import { MARKS, UNDERLINE } from "../../core/model/text/chunks.ts";
import { FENCE } from "../../core/model/text/markdown-marks.ts";
import type { Shortcut } from "../../core/model/keyboard/shortcuts.ts";
import { ShortcutKeys } from "./shortcut-keys.tsx";

export function ShortcutList() {
  const { t } = useLingui();
  const names = useNames();
  const groups = useShortcutGroups();
  const marks = useMarks();
  return (
    // Focusable, so that a long list can be scrolled by keyboard.
    <div
      role="region"
      tabIndex={0}
      aria-label={t`Keyboard shortcuts`}
      className="flex min-h-0 flex-col gap-5 overflow-y-auto px-5 pb-5 outline-offset-[-2px]"
    >
      {groups.map(({ title, shortcuts }) => (
        <section key={title}>
          <h3 className="mb-1 font-semibold">{title}</h3>
          <dl>
            {shortcuts.map((name) => (
              <div key={name} className="flex items-center justify-between gap-4 py-1">
                <dt className="text-soft">{names[name]}</dt>
                <dd className="shrink-0">
                  <ShortcutKeys name={name} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <section>
        <h3 className="mb-1 font-semibold">
          <Trans>Typed around words</Trans>
        </h3>
        <dl>
          {marks.map(([name, before, after]) => (
            <div key={name} className="flex items-center justify-between gap-4 py-1">
              <dt className="text-soft">{name}</dt>
              <dd dir="ltr" className="shrink-0 font-mono text-sm">
                {`${before}…${after}`}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

function useShortcutGroups(): readonly ShortcutGroup[] {
  const { t } = useLingui();
  return [
    { title: t`Everywhere`, shortcuts: ["find_chat", "show_shortcuts"] },
    {
      title: t`In lists`,
      shortcuts: ["row_before", "row_after", "rows_back", "rows_on", "first_row", "last_row"],
    },
    { title: t`In the list of chats`, shortcuts: ["chat_menu"] },
    {
      title: t`Among messages`,
      shortcuts: [
        "find_in_chat",
        "message_before",
        "message_after",
        "messages_back",
        "messages_on",
        "first_message",
        "last_message",
        "message_menu",
        "react",
        "choose_message",
        "message_parts",
        "back_to_message",
      ],
    },
    { title: t`While writing`, shortcuts: ["send", "new_line", "send_menu", "edit_last", "undo_marks", "leave_reply"] },
    {
      title: t`On selected words`,
      shortcuts: ["bold", "italic", "underline", "strikethrough", "spoiler", "code", "quote", "link"],
    },
    {
      title: t`On a photo`,
      shortcuts: ["picture_to_left", "picture_to_right", "closer", "further", "whole"],
    },
  ];
}

/** The text formats with their marks around `…`. */
function useMarks(): readonly (readonly [name: string, before: string, after: string])[] {
  const { t } = useLingui();
  const styles = { bold: t`Bold`, italic: t`Italic`, strikethrough: t`Strikethrough`, spoiler: t`Hidden` };
  return [
    ...MARKS.map(([mark, type]) => [styles[type], mark, mark] as const),
    [t`Underline`, ...UNDERLINE],
    [t`Code`, "`", "`"],
    [t`Code of several lines`, FENCE, FENCE],
    [t`Quote`, "> ", ""],
    [t`Link`, "[", "](https://…)"],
  ];
}

/** The type requires a name for every shortcut. */
function useNames(): Readonly<Record<Shortcut, string>> {
  const { t } = useLingui();
  return {
    find_chat: t`Find a chat, a person or a message`,
    show_shortcuts: t`Show this list`,
    row_before: t`To the row above`,
    row_after: t`To the row below`,
    rows_back: t`Some rows up`,
    rows_on: t`Some rows down`,
    first_row: t`To the first row`,
    last_row: t`To the last row`,
    chat_menu: t`What to do with this chat`,
    find_in_chat: t`Search in this chat`,
    message_before: t`To the message before`,
    message_after: t`To the message after`,
    messages_back: t`Some messages back`,
    messages_on: t`Some messages on`,
    first_message: t`To the first message`,
    last_message: t`To the newest message`,
    message_menu: t`What to do with this message`,
    react: t`React to this message`,
    choose_message: t`Choose this message`,
    message_parts: t`Into the message, to its buttons and links`,
    back_to_message: t`Back to the message`,
    send: t`Send`,
    new_line: t`Start a new line`,
    send_menu: t`On the button: how to send it`,
    edit_last: t`In an empty field: edit what you said last`,
    undo_marks: t`In an empty field: get back what you typed, with its marks`,
    leave_reply: t`Do not reply, or stop editing`,
    bold: t`Bold`,
    italic: t`Italic`,
    underline: t`Underline`,
    strikethrough: t`Strikethrough`,
    spoiler: t`Hidden`,
    code: t`Code`,
    quote: t`Quote`,
    link: t`Link`,
    picture_to_left: t`To the picture on the left`,
    picture_to_right: t`To the picture on the right`,
    closer: t`Larger`,
    further: t`Smaller`,
    whole: t`The whole picture`,
  };
}
