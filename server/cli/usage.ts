/** The output of `heliogram help`. */
export const USAGE = `usage: heliogram <command>
  serve                                      run the service
  dev [--world FILE] [--port N] [--json] [--no-assistant] [--no-developer] [--host ADDRESS] [--data FOLDER]
      [--database memory|sqlite|postgres://…] [--dialect native|telegram]
      [--rate-limits default|telegram|off] [--log-level debug|info|warn|error]
                                             run a temporary service with example data
  calls [--follow] [--bot NAME] [--method NAME] [--code N] [--chat CHAT] [--trace ID] [--world NAME] [--json] [--url URL]
                                             the calls of a running dev, and their answers
  updates [--follow] [--bot NAME] [--why] [--chat CHAT] [--trace ID] [--world NAME] [--json] [--url URL]
                                             what has become of updates; --why: those that were not made
  lint [--bot NAME] [--rule RULE] [--world NAME] [--json] [--url URL]
                                             mistakes of bots, from the calls and updates of a running dev
  webhooks list|attempts [--follow] [--bot NAME]|pause BOT|resume BOT|retry BOT|redeliver ATTEMPT [--world NAME]
           [--json] [--url URL]
                                             the webhooks of a running dev, and their deliveries
  clock show|freeze|resume|advance DURATION|next|set TIME [--world NAME] [--json] [--url URL]
                                             turn the clock of a running dev, as by 31s, 5m or 2h
  fault add [--error N] [--description TEXT] [--retry-after S] [--parameters JSON] [--delay DURATION]
            [--effect EFFECT] [--cut-bytes N] [--when before|after] [--bot NAME] [--method NAME]
            [--chat CHAT] [--text TEXT] [--nth N] [--probability P] [--count N] [--json] [--url URL]
                                             let calls, updates or webhooks of a running dev fail
  fault list|remove ID|remove --all [--json] [--url URL]
  world new [NAME] [--file FILE] | world list | world drop NAME | world export|reset [NAME]
  world fork [WORLD] [--snapshot NAME] [--name NAME]
                                             the worlds of a running dev: each has its own data, clock and tokens
  snapshot save|restore NAME | snapshot list [--world NAME] [--json] [--url URL]
                                             save the state of a world, and set it back to it
  send --as PERSON [--to CHAT] TEXT          send a message as a person of a running dev, without a password
  tap --as PERSON [--to CHAT] TEXT           press the newest button with this text
  trigger message|edited_message|channel_post|edited_channel_post|callback_query|my_chat_member|chat_member|chat_join_request
          [TEXT] [--bot NAME] [--as PERSON] [--to CHAT] [--world NAME] [--json] [--url URL]
                                             let people do what makes such an update for a bot of a running dev
  listen --forward-to URL [--bot NAME] [--secret TOKEN] [--force] [--world NAME] [--json] [--url URL]
                                             deliver a bot's updates of a running dev to a URL, until Ctrl-C
  record FILE [--all] [--world NAME] [--json] [--url URL]
                                             write what people do and bots answer to a file, until Ctrl-C
  replay FILE [--timeout DURATION] [--quiet DURATION] [--world NAME] [--json] [--url URL]
                                             do it again, and show what bots answer differently
  bot create --username NAME_bot [--name NAME] [--owner USERNAME]
  bot edit USERNAME [--name NAME] [--description TEXT] [--commands JSON]
           [--privacy on|off] [--join-groups on|off] [--dialect default|native|telegram]
  bot token|delete|suspend|restore USERNAME | bot list
  person create --username NAME --password PASSWORD [--name NAME] [--service-owner]
  person suspend|restore|make-owner|unmake-owner|reset-password USERNAME
  person list
  sign-up open|close|show                    let anybody sign up, or only people with an invitation
  store check                                check the store of a stopped service for damage
  store accept-loss                          open a damaged store without what it has lost; its files are kept
  store new-key                              replace a lost secret.key; sessions and tokens end
  store compact                              return the space of deleted data to the disk (SQLite)
  store create                               create a new store; what is in the data folder is moved aside
  files copy --to bucket|folder              copy the files to the bucket of HELIOGRAM_FILES_URL, or back
  config check|show
  help                                       print this
  --version                                  print the version
`;
