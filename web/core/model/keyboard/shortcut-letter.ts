/** The key of a shortcut, by its position on keyboards with another alphabet. */

export function shortcutKey({ key, code }: { readonly key: string; readonly code: string }): string {
  const isForeign = key.length === 1 && key > "\u007F";
  const place = isForeign ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return (place ?? key).toLowerCase();
}
