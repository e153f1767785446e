import {
  type NewServiceAccount,
  newServiceAccountSchema,
  serviceAccounts,
} from '@portal/contract/service-accounts/service-accounts'
import { Button } from '@portal/ui/buttons/button'
import { Form } from '@portal/ui/fields/form'
import type { FormHandle } from '@portal/ui/fields/form-handle'
import { TextArea } from '@portal/ui/fields/text-area'
import { TextField } from '@portal/ui/fields/text-field'
import { Card } from '@portal/ui/layout/card'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useNavigate } from '@tanstack/react-router'
import { CopyAsCommand } from '../../lib/layout/copy-as-command.tsx'
import { shortName } from '../../lib/layout/short-name.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { useServiceAccountReload } from './service-account-queries.ts'

/** The form that creates a service account. */
export function CreateServiceAccountForm({
  workspaceId,
  disabledReason,
}: {
  workspaceId: string
  /** Why the user can't create a service account now. Undefined if they can. */
  disabledReason?: string | undefined
}) {
  const create = useApiMutation(serviceAccounts.create)
  const reload = useServiceAccountReload(workspaceId)
  const navigate = useNavigate()

  const connect = (serviceAccountId: string) =>
    navigate({
      to: '/workspace/$workspaceId/connect',
      params: { workspaceId },
      search: { serviceAccountId },
    })

  const toInput = (body: NewServiceAccount) => ({ params: { workspaceId }, body })

  async function submit(body: NewServiceAccount, form: FormHandle) {
    const { serviceAccount } = await create.mutateAsync(toInput(body))
    form.reset()
    await reload()
    showToast(`${shortName(serviceAccount.name)} is created`, {
      tone: 'success',
      description: 'Next, connect a pipeline without a secret, or generate an API token.',
      action: { label: 'Connect', onPress: () => void connect(serviceAccount.id) },
    })
  }

  return (
    <Card>
      <Form
        schema={newServiceAccountSchema}
        onSubmit={submit}
        isDisabled={disabledReason !== undefined}
        disabledReason={disabledReason}
        aria-label="Create service account"
        className="flex flex-col gap-4"
      >
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextField
            name="name"
            label="Name"
            isRequired
            autoComplete="off"
            hint="What it does, such as deploy-bot."
          />
          <TextArea
            name="description"
            label="Description"
            isOneParagraph
            hint="Where it runs, and who maintains it."
          />
        </div>
        <Failure error={create.error} isInForm />
        <div className="flex flex-wrap items-center gap-2">
          <Button
            type="submit"
            tone="accent"
            icon="plus"
            requestStatus={create}
            isDisabled={disabledReason !== undefined}
            disabledReason={disabledReason}
          >
            Create service account
          </Button>
          <CopyAsCommand call={serviceAccounts.create} input={toInput} />
        </div>
      </Form>
    </Card>
  )
}
