import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { useUser } from '../../lib/guard/session.ts'
import { Logo } from '../../lib/layout/logo.tsx'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { workspaceGoUrl } from '../../lib/request/api-address.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { defaultWorkspace } from './default-workspace.ts'
import { workspacesQuery } from './workspace-queries.ts'

/**
 * Redirects to the default workspace, or to the list if there is none. Users with an unverified email have no default
 * workspace. See docs/product/workspaces.md#default-workspace.
 */
export function DefaultWorkspacePage() {
  const user = useUser()
  const navigate = useNavigate()
  const query = useQuery({ ...workspacesQuery, enabled: user.emailVerified })
  const target = query.data && defaultWorkspace(query.data, user.id)
  const hasNone = !user.emailVerified || (query.isSuccess && !target)

  useEffect(() => {
    if (target) browserNavigation.replace(workspaceGoUrl(target.id))
    else if (hasNone) void navigate({ to: '/workspaces', replace: true })
  }, [target, hasNone, navigate])

  return (
    <NoticePage
      title="Redirect to default workspace"
      tabTitle="Default workspace"
      icon={<Logo className="size-14" />}
    >
      <Failure error={query.error} retry={() => void query.refetch()} className="text-left" />
    </NoticePage>
  )
}
