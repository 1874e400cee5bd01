/** The key of a shortcut, also where the keyboard writes another alphabet than shortcuts are named in. */

export function letterOf({ key, code }: { readonly key: string; readonly code: string }): string {
  const isForeign = key.length === 1 && key > "\u007F";
  const place = isForeign ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return (place ?? key).toLowerCase();
}
