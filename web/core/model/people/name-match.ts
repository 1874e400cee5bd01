/** Matches a name by a few letters: a word of the name begins with them. */

export function matchesName(query: string, title: string, username: string | undefined): boolean {
  const wanted = fold(query).replace(/^@/, "");
  if (wanted === "") return true;
  if (username?.toLowerCase().startsWith(wanted)) return true;
  const folded = fold(title);
  return folded.startsWith(wanted) || folded.split(/[\s\-_.]+/u).some((word) => word.startsWith(wanted));
}

/** Removes case and accents: "zoe" matches "Zoë". */
function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
