import { createFileRoute } from '@tanstack/react-router'
import { SecuritySection } from '../../features/sessions/security-section.tsx'

export const Route = createFileRoute('/_signed-in/profile/security')({
  staticData: { name: 'profile-security' },
  component: SecuritySection,
})
