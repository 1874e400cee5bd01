/** Writes docs/reference/telegram.md from the declarations: what Heliogram has of Telegram's Bot API, and what it has not. */
import { UNSUPPORTED_INLINE_KINDS, UNSUPPORTED_REPLY_KINDS } from "@heliogram/shared/buttons.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import {
  UNSUPPORTED_METHODS,
  UNSUPPORTED_PARAMETERS,
  UNSUPPORTED_UPDATE_KINDS,
} from "heliogram/methods/engine/unsupported-methods.ts";
import { UPDATE_KINDS } from "@heliogram/shared/updates.ts";

const PAGE = new URL("../docs/reference/telegram.md", import.meta.url);

/** The text of the page. */
export function telegramPage(): string {
  const methods = BOT_METHODS.map(({ name, aliases = [], fields }) => {
    const names = [name, ...aliases].map(code).join(" or ");
    const parameters = Object.keys(fields).map(code).join(", ");
    return `- ${names}${parameters === "" ? "" : `: ${parameters}`}`;
  });
  return `# Telegram's Bot API and Heliogram's

\`npm run telegram-page\` makes this page from the declarations of the methods, and a test compares it with them. The names of Telegram's are those
of the types of @grammyjs/types 5.0.0. What a method does here is in [interface.md](../interface.md) and in \`/reference\` of a running service.

## Methods that are there

${BOT_METHODS.length} methods, with the parameters that have an effect:

${methods.join("\n")}

## Methods that are not there

${UNSUPPORTED_METHODS.length} methods are answered with 404 and a description that names the method: ${list(UNSUPPORTED_METHODS)}.

## Parameters that are ignored

They are accepted, and have no effect: ${list(UNSUPPORTED_PARAMETERS)}.

## Kinds of update

Sent: ${list(UPDATE_KINDS)}.

Never sent, and ignored in \`allowed_updates\`: ${list(UNSUPPORTED_UPDATE_KINDS)}.

## Kinds of button

Buttons of these kinds are shown and have no effect. Inline: ${list(UNSUPPORTED_INLINE_KINDS)}. Of reply keyboards:
${list(UNSUPPORTED_REPLY_KINDS)}.
`;
}

function list(names: readonly string[]): string {
  return names.map(code).join(", ");
}

function code(name: string): string {
  return `\`${name}\``;
}

/** The page as it is. */
export function writtenPage(): string {
  return readFileSync(PAGE, "utf8");
}

if (process.argv[1] === new URL(import.meta.url).pathname) writeFileSync(PAGE, telegramPage());
