/* Runs before the first script: applies the theme, and prefetches the first API calls. */
try {
  /* Avoids a flash of another theme or text size. */
  const theme = JSON.parse(localStorage.getItem("heliogram:theme"));
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  const size = JSON.parse(localStorage.getItem("heliogram:text-size"));
  if (size === "small" || size === "large" || size === "huge") document.documentElement.dataset.textSize = size;
} catch {
  /* Without storage, the system's settings apply. */
}
/* The responses are consumed by `core/ports/prefetched-responses.ts`. */
window.heliogramPrefetched = new Map(
  [
    ["getProfile", "{}"],
    ["listChats", '{"limit":50}'],
  ].map(([method, body]) => {
    const headers = { "Content-Type": "application/json" };
    /* The developer's pages list calls; these are nobody's doing. `core/api/api.ts` says so too. */
    if (/^\/developer(?:\/|$)/.test(location.pathname)) headers["X-Heliogram-Page"] = "developer";
    const answer = fetch(`/api/${method}`, { method: "POST", headers, body });
    answer.catch(() => {});
    return [`${method} ${body}`, answer];
  }),
);
