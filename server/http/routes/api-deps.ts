/** What the routes of the bot API and the user API need. */
import type { MemoryShare } from "../../concurrency/memory-budget.ts";
import type { Hashes } from "../../app/accounts/tokens.ts";
import type { Account } from "../../domain/accounts.ts";
import type { UploadSink } from "../../media/upload.ts";
import type { Deps } from "../../methods/engine/deps.ts";
import type { Registry } from "../../methods/engine/registry.ts";
import type { ClientAddress } from "../client-address.ts";

export interface ApiDeps extends Deps {
  readonly hashes: Hashes;
  readonly methods: Registry;
  /** Where a caller's uploads go. They count as those of the account that is answerable for the caller. */
  readonly uploadsOf: (account: Account) => UploadSink;
  /** What the reading of a caller's body may hold; counted as the uploads are. */
  readonly memoryOf: (account: Account) => MemoryShare;
  /** Whether the log shows calls that succeed, too. */
  readonly logsCalls: boolean;
  readonly clientAddress: ClientAddress;
  /** Milliseconds of the machine's monotonic clock. */
  readonly elapsed: () => number;
}
