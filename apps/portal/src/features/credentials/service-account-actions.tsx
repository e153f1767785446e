import {
  type ServiceAccount,
  serviceAccountDescriptionSchema,
  serviceAccountNameSchema,
  serviceAccounts,
} from '@portal/contract/service-accounts/service-accounts'
import { IconButton } from '@portal/ui/buttons/icon-button'
import { TextArea } from '@portal/ui/fields/text-area'
import { TextField } from '@portal/ui/fields/text-field'
import { formatCount } from '@portal/ui/lib/format-count'
import { showToast } from '@portal/ui/lib/toast-queue'
import { DropdownMenu } from '@portal/ui/menus/dropdown-menu'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useState } from 'react'
import * as z from 'zod/mini'
import { AskDialog } from '../../lib/layout/ask-dialog.tsx'
import { copyIdItem } from '../../lib/layout/copy-item.ts'
import { shortName } from '../../lib/layout/short-name.ts'
import { type RowFailure, useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { FieldsDialog } from './fields-dialog.tsx'
import { useServiceAccountReload } from './service-account-queries.ts'

interface ServiceAccountActionsProps {
  workspaceId: string
  serviceAccount: ServiceAccount
  row: RowFailure
}

/** The actions of one service account, for those who manage them. */
export function ServiceAccountActions({ workspaceId, serviceAccount, row }: ServiceAccountActionsProps) {
  const { id, name, disabledAt } = serviceAccount
  const [dialog, setDialog] = useState<'edit' | 'disable' | 'delete'>()
  const reload = useServiceAccountReload(workspaceId)
  const enable = useApiMutation(serviceAccounts.update, {
    ...row.reports('The service account was not enabled'),
    onSuccess: async () => {
      await reload()
      showToast(`${shortName(name)} is enabled`, { tone: 'success' })
    },
  })
  const enabled = { params: { workspaceId, serviceAccountId: id }, body: { isDisabled: false } }
  const dialogProps = { workspaceId, serviceAccount, onClose: () => setDialog(undefined) }

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
          {
            label: 'Connect a pipeline',
            icon: 'link',
            href: `/workspace/${workspaceId}/connect?serviceAccountId=${id}`,
          },
          { label: 'API Tokens', icon: 'key', href: `/workspace/${workspaceId}/tokens` },
          copyIdItem(id),
          { label: 'Edit', icon: 'edit', onAction: () => setDialog('edit') },
          disabledAt
            ? { label: 'Enable', icon: 'play', onAction: () => enable.mutate(enabled) }
            : { label: 'Disable', icon: 'pause', onAction: () => setDialog('disable') },
          {
            label: 'Delete',
            icon: 'trash',
            isDanger: true,
            onAction: () => setDialog('delete'),
          },
        ]}
      />
      {dialog === 'edit' && <EditDialog {...dialogProps} />}
      {dialog === 'disable' && <DisableDialog {...dialogProps} />}
      {dialog === 'delete' && <DeleteDialog {...dialogProps} />}
    </>
  )
}

const formSchema = z.object({
  name: serviceAccountNameSchema,
  description: z.optional(serviceAccountDescriptionSchema),
})

interface DialogProps {
  workspaceId: string
  serviceAccount: ServiceAccount
  onClose: () => void
}

/** Changes the name and the description. */
function EditDialog({ workspaceId, serviceAccount, onClose }: DialogProps) {
  const { id, name, description } = serviceAccount
  const reload = useServiceAccountReload(workspaceId)
  const update = useApiMutation(serviceAccounts.update, {
    onSuccess: async () => {
      await reload()
      onClose()
    },
  })
  return (
    <FieldsDialog
      title={`Edit ${name}`}
      description="Its tokens continue to work."
      label="Edit service account"
      submitText="Save"
      isEdit
      schema={formSchema}
      defaultValues={{ name, description }}
      request={update}
      onSubmit={(body) => update.mutateAsync({ params: { workspaceId, serviceAccountId: id }, body })}
      onClose={onClose}
    >
      <TextField name="name" label="Name" isRequired hasAutoFocus autoComplete="off" />
      <TextArea name="description" label="Description" isOneParagraph />
    </FieldsDialog>
  )
}

/** What stops when the service account is disabled or deleted. */
function WhatStops({ activeTokenCount, lastUsedAt }: ServiceAccount) {
  if (activeTokenCount === 0) return <p>It has no active tokens, so nothing stops working.</p>
  return (
    <p>
      <span>
        {activeTokenCount === 1
          ? '1 token stops working immediately.'
          : `${formatCount(activeTokenCount)} tokens stop working immediately.`}
      </span>{' '}
      {lastUsedAt ? (
        <span>
          The last use was <Timestamp date={lastUsedAt} isRelative />.
        </span>
      ) : (
        <span>None of them has ever been used.</span>
      )}
    </p>
  )
}

/** Confirms that a service account is disabled, which can be undone. */
function DisableDialog({ workspaceId, serviceAccount, onClose }: DialogProps) {
  const { id, name } = serviceAccount
  const reload = useServiceAccountReload(workspaceId)
  const disable = useApiMutation(serviceAccounts.update, {
    onSuccess: async () => {
      await reload()
      onClose()
      showToast(`${shortName(name)} is disabled`, { tone: 'success' })
    },
  })

  return (
    <AskDialog
      title={`Disable ${name}?`}
      description="You can enable it again at any time. Its tokens then work as before."
      role="alertdialog"
      actText="Disable"
      tone="danger"
      request={disable}
      onAct={() =>
        disable.mutate({ params: { workspaceId, serviceAccountId: id }, body: { isDisabled: true } })
      }
      onClose={onClose}
    >
      <WhatStops {...serviceAccount} />
    </AskDialog>
  )
}

/** Confirms that a service account is deleted, which can't be undone. */
function DeleteDialog({ workspaceId, serviceAccount, onClose }: DialogProps) {
  const { id, name } = serviceAccount
  const reload = useServiceAccountReload(workspaceId)
  const remove = useApiMutation(serviceAccounts.delete, {
    onSuccess: async () => {
      await reload()
      onClose()
      showToast(`${shortName(name)} is deleted`, { tone: 'success' })
    },
  })

  return (
    <AskDialog
      title={`Delete ${name}?`}
      description="Its tokens are revoked permanently. To stop it temporarily, disable it instead."
      role="alertdialog"
      actText="Delete service account"
      tone="danger"
      request={remove}
      onAct={() => remove.mutate({ params: { workspaceId, serviceAccountId: id } })}
      onClose={onClose}
    >
      <WhatStops {...serviceAccount} />
    </AskDialog>
  )
}
