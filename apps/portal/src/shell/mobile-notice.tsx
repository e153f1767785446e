import { env } from '../lib/env.ts'
import { Logo } from '../lib/layout/logo.tsx'
import { usePageTitle } from '../lib/layout/page-title.ts'

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/** Whether the browser runs on a phone or tablet. Safari on an iPad says that it runs on a Mac, but Macs have no touch screen. */
export function isMobileBrowser({ userAgent, maxTouchPoints }: Browser = navigator): boolean {
  if (/Macintosh/.test(userAgent) && maxTouchPoints > 1) return true
  return /Android|iPhone|iPad|iPod|Windows Phone|Opera Mini|IEMobile|Mobile/i.test(userAgent)
}

/** Replaces the whole portal in mobile browsers. */
export function MobileNotice() {
  usePageTitle(undefined)
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-4 px-6 text-center">
      <Logo className="size-12" />
      <h1 className="font-semibold text-xl">{env.productName} needs a bigger screen</h1>
      <p className="max-w-sm text-content-muted text-pretty">
        {env.productName} can only be used on a desktop computer. Open this page there.
      </p>
    </main>
  )
}
