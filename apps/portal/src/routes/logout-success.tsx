import { createFileRoute, redirect } from '@tanstack/react-router'
import { LogoutSuccessPage } from '../features/account/logout-success-page.tsx'
import { SwitchAccountPage } from '../features/people/switch-account-page.tsx'
import { takeAccountDeletion, takeAccountSwitch, takeOtherSignIn } from '../lib/guard/after-logout.ts'
import { announceUser } from '../lib/guard/session-broadcast.ts'

export const Route = createFileRoute('/logout-success')({
  staticData: { name: 'logout-success', access: 'unguarded' },
  loader: ({ preload }) => {
    if (preload) return { isSwitch: false }
    const until = takeAccountDeletion()
    if (until) throw redirect({ to: '/account-deleted', state: { restorableUntil: until }, replace: true })
    if (takeOtherSignIn()) {
      announceUser(null)
      throw redirect({ to: '/login', replace: true })
    }
    return { isSwitch: takeAccountSwitch() }
  },
  component: RouteComponent,
})

function RouteComponent() {
  return Route.useLoaderData().isSwitch ? <SwitchAccountPage /> : <LogoutSuccessPage />
}
