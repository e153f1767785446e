import { may } from '@portal/contract/members/roles'
import { serviceAccountRights } from '@portal/contract/service-accounts/service-accounts'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Link } from '@tanstack/react-router'
import { plainLink } from '../../lib/layout/plain-link.ts'

/** Leads from a list of secrets to pipelines that need none, for those who may connect them. */
export function ConnectWithoutSecret({ workspace }: { workspace: Workspace }) {
  if (!may(workspace.role, serviceAccountRights.manageServiceAccounts)) return null
  return (
    <p className="-mt-4 text-content-muted">
      Using GitHub Actions, GitLab or Buildkite?{' '}
      <Link to="/workspace/$workspaceId/connect" params={{ workspaceId: workspace.id }} className={plainLink}>
        Connect without a secret
      </Link>
    </p>
  )
}
