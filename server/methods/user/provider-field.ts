/** The parameter that names an OpenID provider. */
import { described, text } from "../engine/fields.ts";

export const PROVIDER_FIELD = described(text({ max: 32 }), "The id of the provider.");
