/**
 * The one visible focus ring, for every control. Use it with elements of React Aria, which set `data-focus-visible`, and
 * with native ones: both are seen by the `focus-visible` variant.
 */
export const focusRing =
  'outline-2 outline-transparent outline-offset-2 focus-visible:outline-focus forced-colors:outline-[Highlight]'

/** The same ring drawn inside the element, for rows and cells whose surroundings cut off an outer one. */
export const focusRingInset =
  'outline-2 outline-transparent -outline-offset-2 focus-visible:outline-focus forced-colors:outline-[Highlight]'
