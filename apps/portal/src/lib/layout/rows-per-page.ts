/** The number of rows on a page of a table, and of rows that each "Show older" adds to a log. */
export const rowsPerPage = 25
