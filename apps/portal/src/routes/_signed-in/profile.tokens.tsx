import { createFileRoute } from '@tanstack/react-router'
import { OwnTokens } from '../../features/tokens/own-tokens.tsx'

export const Route = createFileRoute('/_signed-in/profile/tokens')({
  staticData: { name: 'profile-tokens' },
  component: OwnTokens,
})
