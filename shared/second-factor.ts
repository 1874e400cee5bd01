/** Who has to have a second factor to sign in with a password. */
export const FACTOR_SCOPES = ["nobody", "owners", "everybody"] as const;
export type FactorScope = (typeof FACTOR_SCOPES)[number];

/** Days for which sessions stay open of people who have no second factor when it becomes required. */
export const FACTOR_DAYS = { default: 7, most: 30 } as const;
