/** Whether a name is meant by a few letters: some word of it begins with them. */

export function fits(query: string, title: string, username: string | undefined): boolean {
  const wanted = fold(query).replace(/^@/, "");
  if (wanted === "") return true;
  if (username?.toLowerCase().startsWith(wanted)) return true;
  const folded = fold(title);
  return folded.startsWith(wanted) || folded.split(/[\s\-_.]+/u).some((word) => word.startsWith(wanted));
}

/** Without case and without accents: “Zoë” is found by “zoe”. */
function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
