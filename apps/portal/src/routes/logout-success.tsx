import { createFileRoute } from '@tanstack/react-router'
import { SwitchAccountPage } from '../features/invitations/switch-account-page.tsx'
import { LogoutSuccessPage } from '../features/session/logout-success-page.tsx'
import { takeAccountSwitch } from '../lib/guard/account-switch.ts'

export const Route = createFileRoute('/logout-success')({
  staticData: { name: 'logout-success', access: 'unguarded' },
  loader: ({ preload }) => ({ isSwitch: !preload && takeAccountSwitch() }),
  component: RouteComponent,
})

function RouteComponent() {
  return Route.useLoaderData().isSwitch ? <SwitchAccountPage /> : <LogoutSuccessPage />
}
