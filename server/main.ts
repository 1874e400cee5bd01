#!/usr/bin/env node
/** The command `heliogram`. */
import { config } from "./cli/config.ts";
import { dev } from "./cli/dev.ts";
import { order } from "./cli/orders.ts";
import { serve } from "./cli/serve.ts";

const USAGE = `usage: heliogram <command>
  serve                                      run the service
  dev [--world FILE] [--port N] [--json] [--no-assistant]
                                             run a throw-away world
  bot create --username NAME_bot [--name NAME] [--owner USERNAME]
  bot edit USERNAME [--name NAME] [--description TEXT] [--commands JSON]
           [--privacy on|off] [--join-groups on|off] [--dialect default|native|telegram]
  bot token|delete|suspend|restore USERNAME | bot list
  person create --username NAME --password PASSWORD [--name NAME] [--service-owner]
  person suspend|restore|make-owner|unmake-owner|reset-password USERNAME
  person list
  config check|show
`;

const [command, ...args] = process.argv.slice(2);
switch (command) {
  case "serve":
    await serve();
    break;
  case "dev":
    await dev(args);
    break;
  case "bot":
  case "person":
    await order(command, args);
    break;
  case "config":
    config(args);
    break;
  default:
    process.stderr.write(USAGE);
    process.exitCode = 2;
}
