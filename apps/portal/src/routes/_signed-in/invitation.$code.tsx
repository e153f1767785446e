import { createFileRoute } from '@tanstack/react-router'
import { InvitationPage } from '../../features/people/invitation-page.tsx'

export const Route = createFileRoute('/_signed-in/invitation/$code')({
  staticData: { name: 'invitation', access: 'signed-in' },
  component: RouteComponent,
})

function RouteComponent() {
  return <InvitationPage code={Route.useParams().code} />
}
