import type { ReactNode } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'

export interface UiProviderProps {
  /** Navigates to a path of the product without a page load, through the router. */
  navigate: (path: string) => void
  /** Converts a path of the product to the URL in the address bar, if they differ. */
  useHref?: (path: string) => string
  children: ReactNode
}

/**
 * Wraps the whole page. Links and menu items of this package use the router, and the strings inside controls are in
 * English.
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
