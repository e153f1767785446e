import { createFileRoute } from '@tanstack/react-router'
import { LogoutSuccessPage } from '../features/account/logout-success-page.tsx'
import { SwitchAccountPage } from '../features/people/switch-account-page.tsx'
import { takeAccountSwitch } from '../lib/guard/account-switch.ts'

export const Route = createFileRoute('/logout-success')({
  staticData: { name: 'logout-success', access: 'unguarded' },
  loader: ({ preload }) => ({ isSwitch: !preload && takeAccountSwitch() }),
  component: RouteComponent,
})

function RouteComponent() {
  return Route.useLoaderData().isSwitch ? <SwitchAccountPage /> : <LogoutSuccessPage />
}
