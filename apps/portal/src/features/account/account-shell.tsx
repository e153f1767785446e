import type { ReactNode } from 'react'
import { useUser } from '../../lib/guard/session.ts'
import { useRouteName } from '../../lib/guard/use-route-name.ts'
import { SectionNav } from '../../lib/layout/section-nav.tsx'
import { SectionShell } from '../../lib/layout/section-shell.tsx'
import { accountSections } from './shared/account-sections.ts'

/** The header and the navigation of every page of the account. See docs/product/account.md#sections. */
export function AccountShell({ children }: { children: ReactNode }) {
  const { emailVerified } = useUser()
  const routeName = useRouteName()
  const sections = accountSections(emailVerified)
  const current = sections.find((section) => section.routeName === routeName)
  return (
    <SectionShell
      parent="Account"
      title={current?.title ?? current?.label ?? 'Account'}
      tabTitle={current?.label}
      nav={<SectionNav label="Account" sections={sections} />}
    >
      {children}
    </SectionShell>
  )
}
