/** What shows files: a file stays while a row of one of these tables names it. */

/** The tables of messages, and their columns with the ids of files. A message names a file in one row at most. */
const OF_MESSAGES = { message: "file_id", rich_file: "file_id" } as const;
const OF_OTHERS = { account: "photo_file", chat: "photo_file", web_page: "file_id" } as const;
const PLACES = Object.entries({ ...OF_MESSAGES, ...OF_OTHERS });

export const FILE_TABLES = PLACES.map(([table]) => table);

/** SQL conditions, each of which says that one of the tables shows the file `id`. */
export function conditionsOfShown(id: string): readonly string[] {
  return PLACES.map(([table, column]) => `exists (select 1 from ${table} s where s.${column} = ${id})`);
}

/** An SQL expression: how many messages, or how many other rows, show the file `id`. */
export function countOfShown(by: "messages" | "others", id: string): string {
  return Object.entries(by === "messages" ? OF_MESSAGES : OF_OTHERS)
    .map(([table, column]) => `(select count(*) from ${table} s where s.${column} = ${id})`)
    .join(" + ");
}
