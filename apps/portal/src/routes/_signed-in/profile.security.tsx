import { createFileRoute } from '@tanstack/react-router'
import { identitiesQuery } from '../../features/account/identity-list.tsx'
import { SecuritySection } from '../../features/account/security-section.tsx'
import { sessionsQuery } from '../../features/account/session-list.tsx'
import { sessionQuery } from '../../lib/guard/session.ts'

export const Route = createFileRoute('/_signed-in/profile/security')({
  staticData: {
    name: 'profile-security',
    access: 'signed-in',
    section: {
      in: 'account',
      label: 'Security',
      icon: 'shield',
      order: 40,
      shortcut: 's',
    },
  },
  // Only prefetches on intent. Once opened, the section loads its own data.
  loader: async ({ context: { queryClient }, preload }) => {
    if (!preload) return
    const user = await queryClient.ensureQueryData(sessionQuery)
    if (!user) return
    void queryClient.prefetchQuery(sessionsQuery(user.id))
    void queryClient.prefetchQuery(identitiesQuery(user.id))
  },
  component: SecuritySection,
})
