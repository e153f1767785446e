import { workspaces } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { Icon } from '@portal/ui/text/icon'
import { useSuspenseQuery } from '@tanstack/react-query'
import { env } from '../../lib/env.ts'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { workspaceGoUrl } from '../../lib/request/api-address.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { ownerName } from './workspace-labels.ts'
import { workspaceQuery } from './workspace-queries.ts'

/**
 * Shown before a user first opens a remote workspace that belongs to another user, because its server receives their
 * name and email. See docs/product/hand-off.md#remote-addresses.
 */
export function ConfirmAddressPage({ workspaceId, redirect }: { workspaceId: string; redirect?: string }) {
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  const confirm = useApiMutation(workspaces.confirmAddress, {
    onSuccess: () => browserNavigation.go(workspaceGoUrl(workspaceId, redirect)),
  })
  const owner = ownerName(workspace) ?? 'Another user'

  return (
    <NoticePage
      title={`Open ${workspace.displayName}?`}
      tabTitle="Confirm address"
      icon={<Icon name="globe" size="xl" className="text-content-subtle" />}
      actions={
        <>
          <LinkButton href="/workspaces">Go back</LinkButton>
          <Button
            tone="accent"
            onPress={() =>
              confirm.mutate({ params: { workspaceId }, body: { instanceUrl: workspace.instanceUrl } })
            }
            requestStatus={confirm}
          >
            Open workspace
          </Button>
        </>
      }
    >
      <p>
        <bdi>{owner}</bdi> owns this workspace. It does not run at {env.productName}, but at an address that
        they gave:
      </p>
      <p className="rounded-md border border-line bg-surface-sunken px-3 py-2 font-mono text-content text-sm wrap-anywhere">
        {workspace.instanceUrl}
      </p>
      <p>
        The operator of this server receives your name and email address and can act in this workspace on your
        behalf. Open it only if you trust them. You are only asked once.
      </p>
      <Failure error={confirm.error} className="text-left" />
    </NoticePage>
  )
}
