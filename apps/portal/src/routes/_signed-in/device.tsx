import { createFileRoute } from '@tanstack/react-router'
import { DevicePage } from '../../features/account/device-page.tsx'
import { portIn, textIn } from '../../lib/guard/search-parameters.ts'

interface DeviceSearch {
  user_code?: string
  cli_redir?: number
}

export const Route = createFileRoute('/_signed-in/device')({
  staticData: { name: 'device', access: 'verified' },
  validateSearch: ({ user_code, cli_redir }: Record<string, unknown>): DeviceSearch => ({
    user_code: textIn(user_code),
    cli_redir: portIn(cli_redir),
  }),
  component: RouteComponent,
})

function RouteComponent() {
  const { user_code, cli_redir } = Route.useSearch()
  return <DevicePage userCode={user_code} localPort={cli_redir} />
}
