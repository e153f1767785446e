import { createContext, type ReactNode } from 'react'

/** What a page with sections shows while the code or data of a section is loading. Null elsewhere: the page shows a spinner. */
export const PendingContext = createContext<ReactNode>(null)
