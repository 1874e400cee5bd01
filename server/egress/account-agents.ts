/** Agents of `node:http` that keep the connections of accounts apart, so that no account waits for those of another one. */
import { Agent } from "node:http";
import { Agent as SecureAgent, type RequestOptions } from "node:https";

/** Beside the options of a request. */
export interface AccountOptions {
  readonly account_id: number;
}

/** The number of connections to one origin is limited for each account. */
export class AccountAgent extends Agent {
  override getName(options?: Parameters<Agent["getName"]>[0]): string {
    return nameWithAccount(super.getName(options), options);
  }
}

/** As `AccountAgent`, over TLS. */
export class SecureAccountAgent extends SecureAgent {
  override getName(options?: RequestOptions): string {
    return nameWithAccount(super.getName(options), options);
  }
}

function nameWithAccount(name: string, options: object | undefined): string {
  return `${name}:${(options as AccountOptions | undefined)?.account_id}`;
}
