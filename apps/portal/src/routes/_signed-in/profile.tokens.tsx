import { createFileRoute } from '@tanstack/react-router'
import { OwnTokens } from '../../features/credentials/own-tokens.tsx'
import { ownTokensQuery } from '../../features/credentials/token-queries.ts'
import { sessionQuery } from '../../lib/guard/session.ts'

export const Route = createFileRoute('/_signed-in/profile/tokens')({
  staticData: {
    name: 'profile-tokens',
    access: 'signed-in',
    section: {
      in: 'account',
      label: 'My tokens',
      icon: 'key',
      order: 50,
      shortcut: 'k',
    },
  },
  // Only prefetches on intent. Once opened, the section loads its own data.
  loader: async ({ context: { queryClient }, preload }) => {
    if (!preload) return
    const user = await queryClient.ensureQueryData(sessionQuery)
    if (!user) return
    if (user.emailVerified) void queryClient.prefetchQuery(ownTokensQuery(user.id))
  },
  component: OwnTokens,
})
