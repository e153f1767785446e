import { createFileRoute } from '@tanstack/react-router'
import { NotAMemberPage } from '../../features/workspaces/not-a-member-page.tsx'

export const Route = createFileRoute('/_signed-in/not-a-member')({
  staticData: { name: 'not-a-member' },
  component: NotAMemberPage,
})
