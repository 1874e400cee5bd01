/** Where a store has the id of its search index. */

/** The key in `meta`. The index of another store has another id. */
export const SEARCH_INDEX = "search_index";
