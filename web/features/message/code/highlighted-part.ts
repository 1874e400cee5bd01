/** Highlighted code: parts with a meaning, which has a colour. */

export type CodeMeaning = "keyword" | "string" | "comment" | "number" | "name";

export type CodePart = string | { readonly meaning: CodeMeaning; readonly parts: readonly CodePart[] };
