import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useUser } from '../../lib/guard/session.ts'
import { SectionNav } from '../../lib/layout/section-nav.tsx'
import { SectionShell } from '../../lib/layout/section-shell.tsx'
import { portalSections, sectionsOf, useCurrentSection } from '../../lib/layout/sections.ts'

/** The header and the navigation of every page of the account. See docs/product/account.md#sections. */
export function AccountShell({ children }: { children: ReactNode }) {
  const { emailVerified } = useUser()
  const current = useCurrentSection()
  const sections = portalSections(sectionsOf(useRouter()), emailVerified)
  return (
    <SectionShell
      parent="Account"
      title={current?.title ?? current?.label ?? 'Account'}
      tabTitle={current?.label}
      nav={<SectionNav label="Account" sections={sections.filter((section) => section.in === 'account')} />}
    >
      {children}
    </SectionShell>
  )
}
