import { linkOptions } from '@tanstack/react-router'
import type { RouteName } from '../../../lib/guard/route-names.ts'
import type { Section } from '../../../lib/layout/section-nav.tsx'

interface AccountSection extends Section {
  routeName: RouteName
  /** The heading, if it differs from the label. */
  title?: string
}

/** While the email is unverified, the address of the profile form differs from that of the inbox screen. */
export const accountSections = (emailVerified: boolean): AccountSection[] => [
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
