import { focusRing } from '@portal/ui/lib/focus-ring'

/** Styles a link in text on the pages before sign-in, which don't load the component library. */
export const plainLink = `${focusRing} rounded-sm text-accent-text underline decoration-1 decoration-accent-line underline-offset-3 hover:decoration-current`

/** Styles a standalone link in the header or footer. */
export const quietLink = `${focusRing} rounded-sm text-content-muted no-underline hover:text-content hover:underline`
