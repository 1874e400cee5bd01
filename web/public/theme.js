/* Runs before the page is painted, so that a chosen theme does not flash in the other one. */
try {
  const theme = JSON.parse(localStorage.getItem("heliogram:theme"));
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  /* Without storage, the system's theme is shown. */
}
