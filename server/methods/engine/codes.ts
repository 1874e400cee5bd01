/** The codes of a method's errors, as they follow from its declaration. */
import { REFUSALS, type Refusal, type RefusalText } from "../../domain/refusals.ts";

export type Code = RefusalText["code"];

/** What decides which codes a method may answer with. */
interface Declared {
  readonly access: { readonly scope: string };
  readonly fields: object;
  readonly refusals: readonly Refusal[];
  readonly missingIsBadRequest?: true;
  readonly isOfConsole?: true;
}

/** Scopes of methods that a caller without rights is refused. */
const GUARDED: readonly string[] = ["owner", "chat"];

/** The codes of reading the parameters, of authentication, of authorization, and of the method's refusals; ascending. */
export function codesOf({ access, fields, refusals, missingIsBadRequest, isOfConsole }: Declared): Code[] {
  const codes = new Set<Code>(refusals.map((name) => REFUSALS[name].code));
  if (Object.keys(fields).length > 0) codes.add(400);
  if (isOfConsole || (access.scope !== "anyone" && access.scope !== "developer")) codes.add(401);
  if (GUARDED.includes(access.scope)) codes.add(403);
  if (access.scope === "chat") codes.add(404);
  if (missingIsBadRequest) codes.delete(404);
  return [...codes].sort((a, b) => a - b);
}
