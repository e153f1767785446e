/** The number of rows on a page of a table, and of rows that each "Show older" adds to a log. */
export const rowsPerPage = 25

/** A list with at least this many rows has a search box. */
export const searchFrom = 11
