import { createFileRoute, redirect } from '@tanstack/react-router'
import { ProfilePage } from '../../features/account/profile-page.tsx'

/** Anchors from when each section was a part of this page. */
const sectionsByAnchor = {
  security: '/profile/security',
  'security-heading': '/profile/security',
  tokens: '/profile/tokens',
  'staff-access': '/profile/staff-access',
  'staff-access-heading': '/profile/staff-access',
  'my-data': '/profile/data',
  'my-data-heading': '/profile/data',
} as const

const isAnchor = (hash: string): hash is keyof typeof sectionsByAnchor =>
  Object.hasOwn(sectionsByAnchor, hash)

export const Route = createFileRoute('/_signed-in/profile/')({
  staticData: {
    name: 'profile',
    access: 'signed-in',
    returnTo: 'never',
    section: {
      in: 'account',
      label: 'Profile',
      title: 'Update Your Profile',
      icon: 'user',
      order: 30,
      shortcut: 'p',
    },
  },
  beforeLoad: ({ location: { hash } }) => {
    if (isAnchor(hash)) throw redirect({ to: sectionsByAnchor[hash], replace: true })
  },
  component: ProfilePage,
})
