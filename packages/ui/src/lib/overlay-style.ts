/** The panel of menus, popovers and lists: raised, and fading in from the side of what opened it. */
export const overlayPanel =
  'overflow-auto rounded-lg bg-surface-raised text-content shadow-overlay outline-none transition entering:opacity-0 exiting:opacity-0 placement-bottom:entering:-translate-y-1 placement-top:entering:translate-y-1 placement-left:entering:translate-x-1 placement-right:entering:-translate-x-1'

/** A row of such a panel: a menu item, an option. Add the state classes of `overlayRowStates`. */
export const overlayRow =
  'flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 py-1.5 text-sm outline-none data-href:cursor-pointer'

/** How such a row answers to focus, press and being disabled. */
export const overlayRowStates =
  'focused:bg-surface-hover pressed:bg-surface-pressed open:bg-surface-hover disabled:text-content-subtle disabled:opacity-60 forced-colors:focused:outline-2'
