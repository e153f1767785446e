import { createFileRoute } from '@tanstack/react-router'
import { SuspensionNotice } from '../../features/account/suspension-notice.tsx'
import { providerReturnIn } from '../../lib/guard/search-parameters.ts'

export const Route = createFileRoute('/_signed-in/suspension-notice')({
  staticData: { name: 'suspension-notice', access: 'suspended' },
  validateSearch: providerReturnIn,
  component: RouteComponent,
})

function RouteComponent() {
  return <SuspensionNotice {...Route.useSearch()} />
}
