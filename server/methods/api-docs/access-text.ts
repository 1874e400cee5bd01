/** Describes who may call a method, from its declaration. */
import type { Method } from "../engine/method.ts";

const RANKS = {
  public: "members of the chat, and to everybody if the chat is public",
  member: "members of the chat",
  speaker: "those who may write in the chat",
} as const;

export function accessText(method: Method): string {
  const { access } = method;
  if (access.scope === "anyone") return "Open to everybody, without a credential.";
  if (method.isOfConsole)
    return "Open to programs on `heliogram dev`, without a credential; elsewhere to owners of the service, while the developer console is on (setDeveloperConsole).";
  if (access.scope === "developer") return "Open to programs on `heliogram dev`, without a credential.";
  if (access.scope === "assistant") return "Open to the service's assistant only.";
  if (access.scope === "owner") return "Open to owners of the service.";
  if (access.scope === "self") return "Open to every authenticated caller.";
  const where = access.types ? ` Only in: ${access.types.join(", ")}.` : "";
  const what = access.ability ? ` Requires the ability \`${access.ability}\`.` : "";
  return `Open to ${RANKS[access.rank]}.${what}${where}`;
}
