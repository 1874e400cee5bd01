/** An OpenID provider as the operator has configured it. */
import type { AccountRule, ChatName, ClaimNames, OwnerClaim } from "../domain/provider-claims.ts";

/** Values of the parameter `prompt`; `none` for no parameter. */
export type ChooseAccount = "select_account" | "login" | "none";

export interface ProviderOptions {
  /** Its name in addresses. */
  readonly id: string;
  /** The words of its button. */
  readonly label: string;
  readonly issuer: string;
  readonly client_id: string;
  /** `undefined` for a public client. */
  readonly client_secret: string | undefined;
  readonly scopes: readonly string[];
  readonly claims: ClaimNames;
  readonly accounts: AccountRule;
  readonly owner: OwnerClaim | undefined;
  /** Chats by group. */
  readonly chats: Readonly<Record<string, readonly ChatName[]>>;
  /** What is taken over at every sign-in, and not only at the first. */
  readonly update: readonly ("name" | "photo")[];
  /** A PEM certificate that is trusted instead of the public authorities; empty for the authorities. */
  readonly certificate: string;
  /** How the provider is asked to let people choose another account; `undefined` for what it lists, or `login`. */
  readonly choose_account?: ChooseAccount | undefined;
  /** Whether a sign-out ends the provider's session too. */
  readonly sign_out: boolean;
}
