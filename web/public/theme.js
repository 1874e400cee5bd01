/* Runs before the page is painted, so that it does not flash in another theme or size than the chosen one. */
try {
  const theme = JSON.parse(localStorage.getItem("heliogram:theme"));
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  const size = JSON.parse(localStorage.getItem("heliogram:text-size"));
  if (size === "small" || size === "large" || size === "huge") document.documentElement.dataset.textSize = size;
} catch {
  /* Without storage, it is shown as the system has it. */
}
