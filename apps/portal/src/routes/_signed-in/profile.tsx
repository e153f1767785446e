import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '../../features/account/profile-page.tsx'
import { reloadStaleSession } from '../../lib/session.ts'

export const Route = createFileRoute('/_signed-in/profile')({
  staticData: { name: 'profile' },
  loader: ({ context }) => reloadStaleSession(context.queryClient),
  component: ProfilePage,
})
