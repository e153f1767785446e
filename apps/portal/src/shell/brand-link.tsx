import { focusRing } from '@portal/ui/lib/focus-ring'
import { Link } from '@tanstack/react-router'
import { env } from '../lib/env.ts'
import { Logo } from '../lib/layout/logo.tsx'

/** The logo in the header, linked to the workspaces. With `canHideName`, narrow windows show the logo only. */
export function BrandLink({ canHideName = false }: { canHideName?: boolean }) {
  return (
    <Link
      to="/workspaces"
      className={`${focusRing} flex items-center gap-2.5 whitespace-nowrap rounded-md font-semibold tracking-[-0.01em] text-content no-underline`}
    >
      <Logo className="size-7" />
      <span className={canHideName ? 'max-desktop:sr-only' : undefined}>{env.productName}</span>
    </Link>
  )
}
