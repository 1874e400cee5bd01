/** Who may call a method, in words: the documents say it, because the declaration knows it. */
import type { Method } from "../method.ts";

const RANKS = {
  public: "members of the chat, and anybody for a public chat",
  member: "members of the chat",
  speaker: "whoever may write in the chat",
} as const;

export function accessText(method: Method): string {
  const { access } = method;
  if (access.scope === "anyone") return "Open to anybody.";
  if (access.scope === "assistant") return "Open to the service's own assistant.";
  if (access.scope === "owner") return "Open to owners of the service.";
  if (access.scope === "self") return "Open to every bot or person for themselves.";
  const where = access.types ? ` Only in: ${access.types.join(", ")}.` : "";
  const what = access.ability ? ` Needs the ability to ${access.ability.replaceAll("_", " ")}.` : "";
  return `Open to ${RANKS[access.rank]}.${what}${where}`;
}
