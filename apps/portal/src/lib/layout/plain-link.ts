import { focusRing } from '@portal/ui/lib/focus-ring'

/** The look of a link in text on pages that come before sign-in, which stay small and load no controls. */
export const plainLink = `${focusRing} rounded-sm text-accent-text underline decoration-1 decoration-accent-line underline-offset-3 hover:decoration-current`

/** The same for links that stand alone, in the header and the footer. */
export const quietLink = `${focusRing} rounded-sm text-content-muted no-underline hover:text-content hover:underline`
