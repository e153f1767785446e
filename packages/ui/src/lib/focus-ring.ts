/**
 * The focus ring of every control. It works on React Aria elements, which set `data-focus-visible`, and on native
 * elements, because the `focus-visible` variant matches both.
 */
export const focusRing =
  'outline-2 outline-unfocused outline-offset-2 focus-visible:outline-focus forced-colors:focus-visible:outline-[Highlight]'

/** The same ring drawn inside the element, for rows and cells whose container would clip an outer ring. */
export const focusRingInset =
  'outline-2 outline-unfocused -outline-offset-2 focus-visible:outline-focus forced-colors:focus-visible:outline-[Highlight]'
