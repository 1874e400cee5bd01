/** ChatAdministratorRights as bots suggest them. */
import type { DefaultRights } from "../../domain/bots.ts";
import { NO_RIGHTS, readRights, RIGHTS, RIGHTS_IN, showRights } from "../../domain/members/rights.ts";
import { RIGHTS as NAMES } from "@heliogram/shared/permissions.ts";
import type { ChatAdministratorRights } from "@heliogram/shared/wire.ts";
import { bool, described, objectOf, optional, type Field } from "../engine/fields.ts";

const flag = bool();
const FLAGS = ["is_anonymous", ...NAMES] as const;

/** An omitted right is false. */
export function rightsField(): Field<DefaultRights> {
  const properties = Object.fromEntries(FLAGS.map((name) => [name, flag.schema]));
  const errors = {
    syntax: "can't parse ChatAdministratorRights",
    shape: "expected an Object as ChatAdministratorRights",
  };
  return objectOf({ type: "object", properties }, errors, (value) => {
    const flags: Record<string, boolean> = {};
    for (const name of FLAGS)
      if (value[name] !== undefined && value[name] !== null) flags[name] = flag.read(value[name], name);
    return { rights: readRights(flags), is_anonymous: flags.is_anonymous ?? false };
  });
}

export function forChannelsField(): Field<boolean | undefined> {
  return described(optional(bool()), "For channels; otherwise for groups.");
}

/** The rights that exist in the type of chat. */
export function rightsThere({ rights, is_anonymous }: DefaultRights, for_channels: boolean): DefaultRights {
  return { rights: rights & RIGHTS_IN[for_channels ? "channel" : "supergroup"], is_anonymous };
}

/** A bot without a suggestion suggests no right. */
export function presentDefaultRights(
  suggested: DefaultRights | undefined,
  for_channels: boolean,
): ChatAdministratorRights {
  const there = RIGHTS_IN[for_channels ? "channel" : "supergroup"];
  const shown = Object.entries(showRights(suggested?.rights ?? NO_RIGHTS)).filter(
    ([name]) => (RIGHTS[name as keyof typeof RIGHTS] & there) !== 0,
  );
  return { is_anonymous: suggested?.is_anonymous ?? false, ...Object.fromEntries(shown) };
}
