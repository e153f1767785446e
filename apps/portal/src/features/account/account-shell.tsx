import { linkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RouteName } from '../../lib/guard/route-names.ts'
import { useUser } from '../../lib/guard/session.ts'
import { useRouteName } from '../../lib/guard/use-route-name.ts'
import { type Section, SectionNav } from '../../lib/layout/section-nav.tsx'
import { SectionShell } from '../../lib/layout/section-shell.tsx'

interface AccountSection extends Section {
  routeName: RouteName
  /** The heading, if it differs from the label. */
  title?: string
}

/** While the email is unverified, the address of the profile form differs from that of the inbox screen. */
const accountSections = (emailVerified: boolean): AccountSection[] => [
  {
    label: 'Profile',
    title: 'Update Your Profile',
    icon: 'user',
    routeName: 'profile',
    link: linkOptions({
      to: '/profile',
      search: emailVerified ? {} : { edit: true },
      activeOptions: { exact: true, includeSearch: false },
    }),
  },
  {
    label: 'Security',
    icon: 'shield',
    routeName: 'profile-security',
    link: linkOptions({ to: '/profile/security' }),
  },
  {
    label: 'API tokens',
    icon: 'key',
    routeName: 'profile-tokens',
    link: linkOptions({ to: '/profile/tokens' }),
  },
  {
    label: 'Staff access',
    icon: 'eye',
    routeName: 'profile-staff-access',
    link: linkOptions({ to: '/profile/staff-access' }),
  },
  {
    label: 'My data',
    icon: 'file',
    routeName: 'profile-data',
    link: linkOptions({ to: '/profile/data' }),
  },
]

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
