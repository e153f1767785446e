import { createFileRoute } from '@tanstack/react-router'
import { NotYetPage } from '../../shell/not-yet-page.tsx'

export const Route = createFileRoute('/_signed-in/billing')({
  staticData: { name: 'billing' },
  component: () => <NotYetPage title="Update Your Billing Information" />,
})
