import { useEffect } from 'react'
import { env } from '../env.ts'

/** Sets the tab title to the page and the product name, or to the product name only. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${env.productName}` : env.productName
  }, [title])
}
