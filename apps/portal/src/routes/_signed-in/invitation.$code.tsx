import { createFileRoute } from '@tanstack/react-router'
import { NotYetPage } from '../../shell/not-yet-page.tsx'

export const Route = createFileRoute('/_signed-in/invitation/$code')({
  staticData: { name: 'invitation' },
  component: () => <NotYetPage title="Invitation" />,
})
