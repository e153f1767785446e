import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RouterProvider } from 'react-aria-components'

/** Lets links in UI controls navigate within the portal without a page reload. */
export function ClientLinks({ children }: { children: ReactNode }) {
  const router = useRouter()
  return <RouterProvider navigate={(href) => void router.navigate({ href })}>{children}</RouterProvider>
}
