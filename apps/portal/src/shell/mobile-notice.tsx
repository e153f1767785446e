import { env } from '../lib/env.ts'
import { Logo } from '../lib/layout/logo.tsx'
import { usePageTitle } from '../lib/layout/page-title.ts'

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
