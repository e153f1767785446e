/**
 * An armed ConfirmButton is wider than its column. It covers the content before it, so that nothing moves. These classes hide the
 * content, because a part of it would still show.
 */

/** For a cell of a table. */
export const coveredCell = 'in-[[role=row]:has([data-armed])]:opacity-0'

/** For the text of a list item. */
export const coveredText =
  'in-[li:has([data-armed])]:mask-[linear-gradient(to_left,transparent_10rem,black_12rem)]'
