import { type ServiceAccount, serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { IconButton } from '@portal/ui/buttons/icon-button'
import { showToast } from '@portal/ui/lib/toast-queue'
import { DropdownMenu } from '@portal/ui/menus/dropdown-menu'
import { DropdownMenuItem } from '@portal/ui/menus/dropdown-menu-item'
import { type ComponentProps, type ComponentType, useState } from 'react'
import { shortName } from '../../lib/layout/short-name.ts'
import { type RowFailure, useApiMutation } from '../../lib/request/use-api-mutation.ts'
import {
  DeleteServiceAccountDialog,
  DisableServiceAccountDialog,
  EditServiceAccountDialog,
} from './service-account-dialogs.tsx'
import { useServiceAccountReload } from './service-account-queries.ts'

type Dialog = ComponentType<ComponentProps<typeof EditServiceAccountDialog>>

/** The actions of one service account, for those who manage them. */
export function ServiceAccountActions({
  workspaceId,
  serviceAccount,
  row,
}: {
  workspaceId: string
  serviceAccount: ServiceAccount
  row: RowFailure
}) {
  const { id, name, disabledAt } = serviceAccount
  const [OpenDialog, setDialog] = useState<Dialog>()
  const reload = useServiceAccountReload(workspaceId)
  const label = `Actions for ${name}`

  const enable = useApiMutation(serviceAccounts.update, {
    ...row.reports('The service account was not enabled'),
    onSuccess: async () => {
      await reload()
      showToast(`${shortName(name)} is enabled`, { tone: 'success' })
    },
  })

  return (
    <>
      <DropdownMenu
        label={label}
        placement="bottom end"
        trigger={<IconButton icon="dots-horizontal" label={label} size="sm" isLoading={enable.isPending} />}
      >
        <DropdownMenuItem icon="key" href={`/workspace/${workspaceId}/tokens`}>
          API Tokens
        </DropdownMenuItem>
        <DropdownMenuItem icon="edit" onAction={() => setDialog(() => EditServiceAccountDialog)}>
          Edit
        </DropdownMenuItem>
        {disabledAt ? (
          <DropdownMenuItem
            icon="play"
            onAction={() =>
              enable.mutate({ params: { workspaceId, serviceAccountId: id }, body: { isDisabled: false } })
            }
          >
            Enable
          </DropdownMenuItem>
        ) : (
          <DropdownMenuItem icon="pause" onAction={() => setDialog(() => DisableServiceAccountDialog)}>
            Disable
          </DropdownMenuItem>
        )}
        <DropdownMenuItem
          icon="trash"
          tone="danger"
          onAction={() => setDialog(() => DeleteServiceAccountDialog)}
        >
          Delete
        </DropdownMenuItem>
      </DropdownMenu>
      {OpenDialog && (
        <OpenDialog
          workspaceId={workspaceId}
          serviceAccount={serviceAccount}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}
