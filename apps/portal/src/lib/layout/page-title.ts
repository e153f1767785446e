import { useEffect } from 'react'
import { env } from '../env.ts'

/** Names the browser's tab: the page, then the product. Without a page's name the product alone. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${env.productName}` : env.productName
  }, [title])
}
