/** How each command is called, and what it does. */

export interface Synopsis {
  /** The command with its arguments and options; a line that begins with a blank continues the one before it. */
  readonly lines: readonly string[];
  readonly summary?: string;
  /** Further sentences of the command's own help. */
  readonly details?: readonly string[];
  /** Options that mean something else here than elsewhere. */
  readonly options?: Readonly<Record<string, string>>;
}

const SETTINGS = ["Its settings are variables HELIOGRAM_*, which `heliogram config show` lists."];
const RUNNING = ["It changes a running service too, on the machine that the service runs on.", ...SETTINGS];

export const SYNOPSES: Readonly<Record<string, Synopsis>> = {
  serve: {
    lines: ["serve [--supervised]"],
    summary: "run the service",
    details: [
      ...SETTINGS,
      "Supervised, SIGHUP replaces the process by one of the program on disk, and the address stays open.",
    ],
  },
  dev: {
    lines: [
      "dev [--world FILE] [--port N] [--json] [--no-assistant] [--no-developer] [--host ADDRESS] [--data FOLDER]",
      "    [--database memory|sqlite|postgres://…] [--dialect native|telegram]",
      "    [--rate-limits default|telegram|off] [--log-level debug|info|warn|error] [--link-previews]",
    ],
    summary: "run a temporary service with example data",
    options: {
      "--world": "the world file with people, bots and chats; by default an example",
      "--json": "print the address and the tokens as JSON",
    },
  },
  calls: {
    lines: [
      "calls [--follow] [--bot NAME] [--method NAME] [--code N] [--chat CHAT] [--trace ID] [--world NAME] [--json] [--url URL]",
    ],
    summary: "the calls of a running dev, and their answers",
  },
  updates: {
    lines: ["updates [--follow] [--bot NAME] [--why] [--chat CHAT] [--trace ID] [--world NAME] [--json] [--url URL]"],
    summary: "what has become of updates; --why: those that were not made",
  },
  previews: {
    lines: ["previews [--follow] [--world NAME] [--json] [--url URL]"],
    summary: "the pages that a running dev has fetched for previews of links",
  },
  lint: {
    lines: ["lint [--bot NAME] [--rule RULE] [--world NAME] [--json] [--url URL]"],
    summary: "mistakes of bots, from the calls and updates of a running dev",
  },
  webhooks: {
    lines: [
      "webhooks list|attempts [--follow] [--bot NAME]|pause BOT|resume BOT|retry BOT|redeliver ATTEMPT [--world NAME]",
      "         [--json] [--url URL]",
    ],
    summary: "the webhooks of a running dev, and their deliveries",
  },
  clock: {
    lines: ["clock show|freeze|resume|advance DURATION|next|set TIME [--world NAME] [--json] [--url URL]"],
    summary: "set the clock of a running dev, as by 31s, 5m or 2h",
    details: ["next advances to the next timer. A TIME is 2026-01-01T00:00:00Z or seconds of Unix time."],
  },
  fault: {
    lines: [
      "fault add [--error N] [--description TEXT] [--retry-after S] [--parameters JSON] [--delay DURATION]",
      "          [--effect EFFECT] [--cut-bytes N] [--when before|after] [--bot NAME] [--method NAME]",
      "          [--chat CHAT] [--text TEXT] [--nth N] [--probability P] [--count N]",
      "          [--world NAME] [--json] [--url URL]",
      "fault list|remove ID|remove --all [--world NAME] [--json] [--url URL]",
    ],
    summary: "let calls, updates or webhooks of a running dev fail",
    options: {
      "--description": "the description of the error",
      "--all": "remove every rule",
    },
  },
  world: {
    lines: [
      "world new [NAME] [--file FILE] | world list | world drop NAME | world export|reset [NAME]",
      "world fork [WORLD] [--snapshot NAME] [--name NAME] [--json] [--url URL]",
    ],
    summary: "the worlds of a running dev: each has its own data, clock and tokens",
    options: { "--name": "the name of the copy" },
  },
  snapshot: {
    lines: ["snapshot save|restore NAME | snapshot list [--world NAME] [--json] [--url URL]"],
    summary: "save the state of a world, and set it back to it",
  },
  send: {
    lines: ["send --as PERSON [--to CHAT] TEXT [--world NAME] [--json] [--url URL]"],
    summary: "send a message as a person of a running dev, without a password",
  },
  tap: {
    lines: ["tap --as PERSON [--to CHAT] TEXT [--world NAME] [--json] [--url URL]"],
    summary: "press the newest button with this text",
  },
  trigger: {
    lines: [
      "trigger message|edited_message|channel_post|edited_channel_post|callback_query|my_chat_member|chat_member|chat_join_request",
      "        [TEXT] [--bot NAME] [--as PERSON] [--to CHAT] [--world NAME] [--json] [--url URL]",
    ],
    summary: "let people do what makes such an update for a bot of a running dev",
    options: { "--bot": "the bot that gets the update; by default the only one" },
  },
  listen: {
    lines: ["listen --forward-to URL [--bot NAME] [--secret TOKEN] [--force] [--world NAME] [--json] [--url URL]"],
    summary: "deliver a bot's updates of a running dev to a URL, until Ctrl-C",
    options: { "--bot": "the bot whose updates are delivered; by default the only one" },
  },
  record: {
    lines: ["record FILE [--all] [--world NAME] [--json] [--url URL]"],
    summary: "write what people do and bots answer to a file, until Ctrl-C",
    options: { "--all": "write what has happened already, and end" },
  },
  replay: {
    lines: ["replay FILE [--timeout DURATION] [--quiet DURATION] [--world NAME] [--json] [--url URL]"],
    summary: "do it again, and show what bots answer differently",
  },
  bot: {
    lines: [
      "bot create --username NAME_bot [--name NAME] [--owner USERNAME]",
      "bot edit USERNAME [--name NAME] [--description TEXT] [--short-description TEXT] [--commands JSON]",
      "         [--privacy on|off] [--join-groups on|off] [--topics off|bot|people] [--dialect default|native|telegram]",
      "bot token USERNAME [--yes] | bot delete|suspend|restore USERNAME | bot list",
    ],
    summary: "create, change, delete, suspend and list bots, and replace a token",
    details: ["token makes a new token: the present one stops working. It asks before.", ...RUNNING],
    options: { "--description": "what a person reads before the first message" },
  },
  person: {
    lines: [
      "person create --username NAME [--name NAME] [--service-owner]",
      "person suspend|restore|make-owner|unmake-owner|reset-password|remove-second-factor USERNAME",
      "person erase USERNAME [--delete-messages] [--yes]",
      "person list",
    ],
    summary: "create, suspend, erase and list people, and make owners",
    details: [
      "create asks for the password, or reads it from standard input.",
      "erase cannot be taken back. It asks before.",
      ...RUNNING,
    ],
  },
  "sign-up": {
    lines: ["sign-up open|close|show"],
    summary: "let anybody sign up, or only people with an invitation",
    details: RUNNING,
  },
  "password-sign-in": {
    lines: ["password-sign-in on|off|show"],
    summary: "let people sign in with a password, or with OpenID providers alone",
    details: RUNNING,
  },
  "second-factor": {
    lines: ["second-factor nobody|owners|everybody|show"],
    summary: "require a second factor to sign in with a password",
    details: ["Sessions of people who have none stay open for a week.", ...RUNNING],
  },
  retention: {
    lines: [
      "retention show [--chat CHAT]",
      "retention set [--chat CHAT] [--messages DAYS|off|forever] [--media DAYS|off|forever] [--updates HOURS|off]",
      "              [--audit DAYS|off] [--chat-min DAYS|off] [--chat-max DAYS|off]",
      "retention preview [--messages DAYS|off] [--media DAYS|off] [--updates HOURS|off] [--audit DAYS|off]",
      "                  [--chat-min DAYS|off] [--chat-max DAYS|off]",
    ],
    summary: "set after how many days messages and other data are deleted",
    details: [
      "preview counts what these periods would delete, and deletes nothing.",
      "forever keeps the messages of a chat; off, in a chat, applies the period of the service.",
      ...RUNNING,
    ],
    options: {
      "--chat": "the group or channel, by user name or id; an id is written --chat=-100…",
      "--messages": "days after which messages are deleted",
      "--media": "days after which messages with a file are deleted",
      "--updates": "hours that updates wait for a bot, up to 24",
      "--audit": "days that entries of the audit log are kept",
    },
  },
  hold: {
    lines: [
      "hold set --chat CHAT|--person USERNAME [--reason TEXT] | hold lift --chat CHAT|--person USERNAME | hold list",
    ],
    summary: "keep the messages of a chat or a person from being deleted by retention",
    details: RUNNING,
    options: { "--chat": "the group or channel, by user name or id; an id is written --chat=-100…" },
  },
  export: {
    lines: ["export person USERNAME|--person=USERNAME FILE | export chat CHAT|--chat=CHAT FILE"],
    summary: "write a person's data, or a chat, to an archive (.tar.gz)",
    details: [
      "A chat is given by user name or id, as --chat=-100… FILE. Pages of a chat open in a browser without a network.",
      ...RUNNING,
    ],
    options: { "--chat": "the group or channel, in place of CHAT", "--person": "the person, in place of USERNAME" },
  },
  store: {
    lines: ["store check|accept-loss|new-key|compact|create"],
    summary: "check and repair the store of a stopped service",
    details: [
      "check         check the store for damage",
      "accept-loss   open a damaged store without what it has lost; its files are kept",
      "new-key       replace a lost secret.key; sessions and tokens end",
      "compact       return the space of deleted data to the disk (SQLite)",
      "create        create a new store; what is in the data folder is moved aside",
    ],
  },
  files: {
    lines: ["files copy --to bucket|folder"],
    summary: "copy the files to the bucket of HELIOGRAM_FILES_URL, or back",
    options: { "--to": "where the files are copied to" },
  },
  backup: {
    lines: ["backup FOLDER [--keep N] [--recipient AGE1… | --passphrase | --passphrase-file FILE]"],
    summary: "back the service up into a folder, while it runs",
    details: ["Files that the folder has are not copied again.", ...SETTINGS],
  },
  verify: {
    lines: ["verify FOLDER [--name NAME] [--identity-file FILE | --passphrase-file FILE]"],
    summary: "read backups and compare them with their checksums",
    options: { "--name": "only the backup of this name" },
  },
  restore: {
    lines: ["restore FOLDER [--name NAME] [--identity-file FILE | --passphrase-file FILE]"],
    summary: "restore a backup into an empty data folder and database",
    details: SETTINGS,
    options: { "--name": "the name of the backup; by default the newest" },
  },
  copy: {
    lines: ["copy [--from sqlite[:FOLDER]|postgres://…] [--to sqlite[:FOLDER]|postgres://…]"],
    summary: "move the store of a stopped service from SQLite to PostgreSQL, or back",
    details: [
      "Without --from or --to, the store of the settings is meant there; sqlite is the store in the data folder.",
      "Repeat it after an interruption: it goes on where it was.",
      ...SETTINGS,
    ],
    options: { "--from": "the store that is copied", "--to": "an empty database, or a data folder without a database" },
  },
  doctor: {
    lines: ["doctor [--json]"],
    summary: "say what is wrong with a service and what to do; it changes nothing",
    details: ["It looks beside a running service, on the machine and as the user of the service.", ...SETTINGS],
  },
  config: {
    lines: ["config check|show"],
    summary: "report all invalid settings, or print all with values, sources and meanings",
  },
};
