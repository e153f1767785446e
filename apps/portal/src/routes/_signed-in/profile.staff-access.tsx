import { createFileRoute } from '@tanstack/react-router'
import { StaffAccess, staffAccessQuery } from '../../features/account/staff-access.tsx'
import { sessionQuery } from '../../lib/guard/session.ts'

export const Route = createFileRoute('/_signed-in/profile/staff-access')({
  staticData: {
    name: 'profile-staff-access',
    access: 'signed-in',
    section: {
      in: 'account',
      label: 'Staff access',
      icon: 'eye',
      order: 60,
      shortcut: 'f',
    },
  },
  // Only prefetches on intent. Once opened, the section loads its own data.
  loader: async ({ context: { queryClient }, preload }) => {
    if (!preload) return
    const user = await queryClient.ensureQueryData(sessionQuery)
    if (!user) return
    void queryClient.prefetchInfiniteQuery(staffAccessQuery(user.id))
  },
  component: StaffAccess,
})
