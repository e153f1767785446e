import { type AccountChoice, errorBodySchema } from '@portal/contract/errors'
import { adminCreationFieldMaxLength } from '@portal/contract/limits'
import { staffProduction } from '@portal/contract/staff/production/production'
import { Button } from '@portal/ui/buttons/button'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { Card } from '@portal/ui/layout/card'
import { TextLink } from '@portal/ui/text/text-link'
import { Failure } from '../../lib/request/failure.tsx'
import type { RequestError } from '../../lib/request/request-error.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { AdminSection } from './admin-section.tsx'
import { OneFieldForm } from './one-field-form.tsx'
import { PersonIdLink, workspacePath } from './staff-links.tsx'
import { useReloadLog } from './staff-log-query.ts'
import { signInMethod } from './staff-texts.ts'

const expectedErrors = ['NotFound', 'Conflict'] as const

/** The accounts to choose from if several have the email. */
function choicesOf(error: RequestError | null): AccountChoice[] | undefined {
  if (error?.code !== 'Conflict') return undefined
  const body = errorBodySchema.safeParse(error.body)
  return body.success ? body.data.error.choices : undefined
}

interface AccountChoicesProps {
  choices: readonly AccountChoice[]
  isPending: boolean
  onChoose: (userId: string) => void
}

/** Lets staff choose between several accounts with the same email: docs/product/staff.md#production-workspaces. */
function AccountChoices({ choices, isPending, onChoose }: AccountChoicesProps) {
  return (
    <StatusBox tone="warning" title="Several accounts have this email. Choose one:">
      <ul aria-label="Accounts to choose from" className="mt-2 flex flex-col gap-1.5">
        {choices.map(({ id, email, auth0Id }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-content">
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
              <span className="wrap-anywhere">{email}</span>
              <span className="text-content-muted text-sm">{signInMethod(auth0Id) ?? 'no sign-in yet'}</span>
              <PersonIdLink userId={id} />
            </span>
            <Button size="sm" onPress={() => onChoose(id)} isLoading={isPending}>
              Create for this account<span className="sr-only"> ({id})</span>
            </Button>
          </li>
        ))}
      </ul>
    </StatusBox>
  )
}

/** Creates a production workspace by user email or user id. */
export function CreateProductionSection() {
  const reloadLog = useReloadLog()
  const byEmail = useApiMutation(staffProduction.setup, {
    expectedErrors,
    keyParts: ({ body }) => [body.userEmail],
    onSuccess: () => reloadLog(),
  })
  const byUserId = useApiMutation(staffProduction.setupByUserId, {
    expectedErrors,
    keyParts: ({ body }) => [body.userId],
    onSuccess: () => {
      // Removes the accounts to choose from.
      byEmail.reset()
      reloadLog()
    },
  })
  const choices = choicesOf(byEmail.error)
  const created = (byEmail.data ?? byUserId.data)?.newWorkspace

  function createByEmail(userEmail: string) {
    byUserId.reset()
    byEmail.mutate({ body: { userEmail } })
  }

  const createByUserId = (userId: string) => byUserId.mutate({ body: { userId } })

  return (
    <AdminSection
      name="create"
      intro="By user email, or by user id. Creates a managed workspace owned by that account. It becomes the default workspace if the account has none."
    >
      <Card>
        <div className="flex flex-col gap-4">
          <OneFieldForm
            label="User email"
            maxLength={adminCreationFieldMaxLength}
            buttonText="Create by user email"
            icon="plus"
            request={byEmail}
            onSubmit={createByEmail}
          />
          {choices ? (
            <AccountChoices choices={choices} isPending={byUserId.isPending} onChoose={createByUserId} />
          ) : (
            <Failure error={byEmail.error} />
          )}
          <OneFieldForm
            label="User id"
            maxLength={adminCreationFieldMaxLength}
            isMonospace
            buttonText="Create by user id"
            icon="plus"
            request={byUserId}
            onSubmit={(userId) => {
              byEmail.reset()
              createByUserId(userId)
            }}
          />
          <Failure error={byUserId.error} />
          {created && (
            <StatusBox tone="success" title={`“${created.displayName}” is created`}>
              <TextLink href={workspacePath(created.id)}>View workspace</TextLink>
            </StatusBox>
          )}
        </div>
      </Card>
    </AdminSection>
  )
}
