import { tokenExpirationUpTo } from '@portal/contract/text/time-string'
import { type NewToken, newTokenSchema, type TokenPermission } from '@portal/contract/tokens/token-schemas'
import { tokens } from '@portal/contract/tokens/tokens'
import { Button } from '@portal/ui/buttons/button'
import { Form } from '@portal/ui/fields/form'
import type { FormHandle } from '@portal/ui/fields/form-handle'
import { Select } from '@portal/ui/fields/select'
import { TextField } from '@portal/ui/fields/text-field'
import { Card } from '@portal/ui/layout/card'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { CopyAsCommand } from '../../lib/layout/copy-as-command.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { useSecretMutation } from '../../lib/request/use-api-mutation.ts'
import { serviceAccountsQuery } from './service-account-queries.ts'
import { TokenExpirationField } from './token-expiration-field.tsx'
import type { GeneratedToken } from './token-queries.ts'

/** The option for a token that acts for its creator. */
const noServiceAccount = 'none'

/** Chooses the service account that the token acts for. Hidden while the workspace has none. */
function ServiceAccountField({ workspaceId }: { workspaceId: string }) {
  // The page's loader has already sent this request. A failed one is not repeated.
  const { data } = useQuery({ ...serviceAccountsQuery(workspaceId), retryOnMount: false })
  const accounts = data?.serviceAccounts ?? []
  if (accounts.length === 0) return null
  return (
    <Select
      name="serviceAccountId"
      label="Service account"
      options={[
        { value: noServiceAccount, label: 'None: the token acts for you' },
        ...accounts.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      hint="A service account's token continues to work when you leave."
    />
  )
}

const permissionOptions: { value: TokenPermission; label: string }[] = [
  { value: 'read', label: 'Read the workspace' },
  { value: 'manage', label: 'Manage the workspace' },
]

const defaultValues: Partial<NewToken> = { serviceAccountId: noServiceAccount, permission: 'read' }

/** Chooses what the token may do. A service account's token can only read. */
function PermissionField() {
  if (useWatch({ name: 'serviceAccountId' }) !== noServiceAccount) return null
  return (
    <Select
      name="permission"
      label="Permission"
      options={permissionOptions}
      hint="With Manage, the token can change, share and delete this workspace, as far as your role allows."
    />
  )
}

interface CreateTokenFormProps {
  workspaceId: string
  maxLifetimeMs: number
  /** Whether the token can belong to a service account. */
  canChooseServiceAccount: boolean
  /** Why no token can be generated now, if so. */
  disabledReason?: string
  onGenerated: (generated: GeneratedToken) => void
}

/** The form that generates an API token. */
export function CreateTokenForm(props: CreateTokenFormProps) {
  const { workspaceId, maxLifetimeMs, canChooseServiceAccount, disabledReason, onGenerated } = props
  const schema = useMemo(
    () => z.extend(newTokenSchema, { expiration: tokenExpirationUpTo(maxLifetimeMs) }),
    [maxLifetimeMs],
  )
  const create = useSecretMutation(tokens.create, (answer) => {
    // After Enter, closing the dialog would return the focus to an empty required field.
    actions.current?.querySelector('button')?.focus()
    onGenerated(answer)
  })
  const isDisabled = disabledReason !== undefined
  const actions = useRef<HTMLDivElement>(null)

  function toInput({ serviceAccountId, permission, ...token }: NewToken) {
    const body =
      serviceAccountId === noServiceAccount ? { ...token, permission } : { ...token, serviceAccountId }
    return { params: { workspaceId }, body }
  }

  async function submit(values: NewToken, form: FormHandle) {
    await create.mutateAsync(toInput(values))
    form.reset()
  }

  return (
    <Card>
      <Form
        schema={schema}
        defaultValues={defaultValues}
        onSubmit={submit}
        isDisabled={isDisabled}
        disabledReason={disabledReason}
        aria-label="Generate API Token"
        className="flex flex-col gap-4"
      >
        {(form) => (
          <>
            <div className="grid items-start gap-4 md:grid-cols-2">
              <div className="flex min-w-0 flex-col gap-4">
                <TextField
                  name="name"
                  label="Token Name"
                  isRequired
                  autoComplete="off"
                  hint="What will use it, such as a pipeline or a script."
                />
                {canChooseServiceAccount && <ServiceAccountField workspaceId={workspaceId} />}
                <PermissionField />
              </div>
              <TokenExpirationField
                maxLifetimeMs={maxLifetimeMs}
                onPreset={(text) =>
                  form.setValue('expiration', text, { shouldDirty: true, shouldValidate: true })
                }
                isDisabled={isDisabled}
              />
            </div>
            <Failure error={create.error} isInForm />
            <div ref={actions} className="flex flex-wrap items-center gap-2">
              <Button
                type="submit"
                tone="accent"
                icon="key"
                requestStatus={create}
                isDisabled={isDisabled}
                disabledReason={disabledReason}
              >
                Generate API Token
              </Button>
              <CopyAsCommand call={tokens.create} input={toInput} />
            </div>
          </>
        )}
      </Form>
    </Card>
  )
}
