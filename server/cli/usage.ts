/** The commands, for whoever asks. */
export const USAGE = `usage: heliogram <command>
  serve                                      run the service
  dev [--world FILE] [--port N] [--json] [--no-assistant] [--host ADDRESS] [--data FOLDER]
      [--database memory|sqlite|postgres://…] [--dialect native|telegram]
      [--rate-limits default|telegram|off] [--log-level debug|info|warn|error]
                                             run a throw-away world
  bot create --username NAME_bot [--name NAME] [--owner USERNAME]
  bot edit USERNAME [--name NAME] [--description TEXT] [--commands JSON]
           [--privacy on|off] [--join-groups on|off] [--dialect default|native|telegram]
  bot token|delete|suspend|restore USERNAME | bot list
  person create --username NAME --password PASSWORD [--name NAME] [--service-owner]
  person suspend|restore|make-owner|unmake-owner|reset-password USERNAME
  person list
  sign-up open|close|show                    let anybody sign up, or only who is invited
  store check                                look for damage in the store of a stopped service
  store accept-loss                          give up what a damaged store has lost; its files are kept
  store new-key                              replace a lost secret.key; sessions and tokens end
  store compact                              give the room of what was deleted back to the disk (SQLite)
  store create                               begin a new store, and set aside what is in the data folder
  config check|show
`;
