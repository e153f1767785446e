import { type ServiceAccount, serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { IconButton } from '@portal/ui/buttons/icon-button'
import { showToast } from '@portal/ui/lib/toast-queue'
import { DropdownMenu } from '@portal/ui/menus/dropdown-menu'
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

  const enable = useApiMutation(serviceAccounts.update, {
    ...row.reports('The service account was not enabled'),
    onSuccess: async () => {
      await reload()
      showToast(`${shortName(name)} is enabled`, { tone: 'success' })
    },
  })

  const enabled = { params: { workspaceId, serviceAccountId: id }, body: { isDisabled: false } }

  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton
            icon="dots-horizontal"
            label={`Actions for ${name}`}
            size="sm"
            isLoading={enable.isPending}
          />
        }
        items={[
          { label: 'API Tokens', icon: 'key', href: `/workspace/${workspaceId}/tokens` },
          { label: 'Edit', icon: 'edit', onAction: () => setDialog(() => EditServiceAccountDialog) },
          disabledAt
            ? { label: 'Enable', icon: 'play', onAction: () => enable.mutate(enabled) }
            : {
                label: 'Disable',
                icon: 'pause',
                onAction: () => setDialog(() => DisableServiceAccountDialog),
              },
          {
            label: 'Delete',
            icon: 'trash',
            isDanger: true,
            onAction: () => setDialog(() => DeleteServiceAccountDialog),
          },
        ]}
      />
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
