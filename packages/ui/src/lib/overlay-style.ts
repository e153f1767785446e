/** The raised panel of menus, popovers and lists. It fades in from the side of its trigger. */
export const overlayPanel =
  'overflow-auto rounded-lg bg-surface-raised text-content shadow-overlay outline-none forced-colors:border transition entering:opacity-0 exiting:opacity-0 placement-bottom:entering:-translate-y-1 placement-top:entering:translate-y-1 placement-left:entering:translate-x-1 placement-right:entering:-translate-x-1'

/** A row of such a panel, such as a menu item or an option. Add the state classes from `overlayRowStates`. */
export const overlayRow =
  'flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 py-1.5 text-sm data-href:cursor-pointer'

/** How overlay rows show hover, focus and press. The ring marks the row that has keyboard focus. */
export const rowHighlight =
  'outline-0 outline-focus -outline-offset-2 hover:bg-surface-hover focus:bg-surface-hover focus-visible:outline-2 pressed:bg-surface-pressed forced-colors:outline-[Highlight] forced-colors:focus:outline-2'

/** All states of an `overlayRow`. */
export const overlayRowStates = `${rowHighlight} open:bg-surface-hover disabled:text-content-subtle disabled:opacity-60`
