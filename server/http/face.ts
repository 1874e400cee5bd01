/** What a door of methods needs. */
import type { Hashes } from "../app/tokens.ts";
import type { Account } from "../domain/accounts.ts";
import type { UploadSink } from "../media/upload.ts";
import type { Deps } from "../methods/deps.ts";
import type { Registry } from "../methods/registry.ts";
import type { ClientAddress } from "./client-address.ts";

export interface FaceDeps extends Deps {
  readonly hashes: Hashes;
  readonly methods: Registry;
  /** Where the uploads of a caller go; they count as those of whoever is answerable for the account. */
  readonly uploadsOf: (account: Account) => UploadSink;
  readonly clientAddress: ClientAddress;
}
