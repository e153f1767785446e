import type { ReactNode } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'

export interface UiProviderProps {
  /** Goes to a path of the product without loading the page: the router's own navigation. */
  navigate: (path: string) => void
  /** Turns a path of the product into what the address bar shows, where the two differ. */
  useHref?: (path: string) => string
  children: ReactNode
}

/**
 * Stands around the whole page: links and menu items of this package follow the router, and the words inside controls
 * are English, as the rest of the product is.
 */
export function UiProvider({ navigate, useHref, children }: UiProviderProps) {
  return (
    <I18nProvider locale="en-US">
      <RouterProvider navigate={navigate} useHref={useHref}>
        {children}
      </RouterProvider>
    </I18nProvider>
  )
}
