/**
 * The text of an armed ConfirmButton is wider than the button. In a row it covers what precedes the button, so that nothing moves. These
 * classes hide what it would cover in part.
 */

/** For a cell of a table. */
export const coveredCell = 'in-[[role=row]:has([data-armed])]:opacity-0'

/** For the text of a list item. */
export const coveredText =
  'in-[li:has([data-armed])]:mask-[linear-gradient(to_left,transparent_10rem,black_12rem)]'
