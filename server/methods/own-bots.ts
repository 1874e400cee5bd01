/** A bot as its owner sees it, for the examples of the methods about people's own bots. */

export const OWN_BOT = {
  user: { id: 1004, is_bot: true, first_name: "Echo", username: "echo_bot" },
  description: "Says everything again.",
  commands: [{ command: "start", description: "Begin" }],
  privacy: true,
  can_join_groups: true,
  dialect: "default",
  service_dialect: "native",
};
