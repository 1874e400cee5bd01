/* What cannot wait for the first script: how the page looks, and the questions it begins with. */
try {
  /* So that it does not flash in another theme or size than the chosen one. */
  const theme = JSON.parse(localStorage.getItem("heliogram:theme"));
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  const size = JSON.parse(localStorage.getItem("heliogram:text-size"));
  if (size === "small" || size === "large" || size === "huge") document.documentElement.dataset.textSize = size;
} catch {
  /* Without storage, it is shown as the system has it. */
}
/* The service answers while the script is on its way: `ports/early.ts` takes these. */
window.heliogramEarly = new Map(
  [
    ["getProfile", "{}"],
    ["listChats", '{"limit":50}'],
  ].map(([method, body]) => {
    const headers = { "Content-Type": "application/json" };
    const answer = fetch(`/api/${method}`, { method: "POST", headers, body });
    answer.catch(() => {});
    return [`${method} ${body}`, answer];
  }),
);
