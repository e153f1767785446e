import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RouterProvider } from 'react-aria-components'

/** Lets the links of the controls follow paths of the portal without loading the page anew. */
export function ClientLinks({ children }: { children: ReactNode }) {
  const router = useRouter()
  return <RouterProvider navigate={(href) => void router.navigate({ href })}>{children}</RouterProvider>
}
