import { type AccountChoice, errorBodySchema } from '@portal/contract/errors'
import { adminCreationFieldMaxLength } from '@portal/contract/limits'
import { type ProvisionedWorkspace, staffProduction } from '@portal/contract/staff/production'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { Card } from '@portal/ui/layout/card'
import { TextLink } from '@portal/ui/text/text-link'
import { useState } from 'react'
import { useCall } from '../../../lib/request/calls.ts'
import type { RequestError } from '../../../lib/request/request-error.ts'
import { AdminError } from '../admin-error.tsx'
import { AdminSection } from '../admin-section.tsx'
import { OneFieldForm } from '../one-field-form.tsx'
import { workspacePath } from '../staff-links.tsx'
import { useStaffCache } from '../use-staff-cache.ts'
import { AccountChoices } from './account-choices.tsx'

const callOptions = { expectedErrors: ['NotFound', 'Conflict'] } as const

/** The accounts to choose from if several have the email. */
function choicesOf(error: RequestError | undefined): AccountChoice[] | undefined {
  if (error?.code !== 'Conflict') return undefined
  const body = errorBodySchema.safeParse(error.body)
  return body.success ? body.data.error.choices : undefined
}

/** Creates a production workspace by user email or user id. */
export function CreateProductionSection() {
  const byEmail = useCall(staffProduction.setup, callOptions)
  const byUserId = useCall(staffProduction.setupByUserId, callOptions)
  const [made, setMade] = useState<ProvisionedWorkspace>()
  const { reloadLog } = useStaffCache()
  const choices = choicesOf(byEmail.error)

  function take(workspace: ProvisionedWorkspace) {
    setMade(workspace)
    reloadLog()
  }

  async function createByEmail(userEmail: string) {
    setMade(undefined)
    byUserId.reset()
    const outcome = await byEmail.run({ body: { userEmail } }, { keyParts: [userEmail] })
    if (outcome.isOk) take(outcome.data.newWorkspace)
  }

  async function createByUserId(userId: string) {
    setMade(undefined)
    const outcome = await byUserId.run({ body: { userId } }, { keyParts: [userId] })
    if (!outcome.isOk) return
    // Removes the accounts to choose from.
    byEmail.reset()
    take(outcome.data.newWorkspace)
  }

  return (
    <AdminSection
      name="create"
      intro="By user email, or by user id. Creates a managed workspace owned by that account. It becomes the default workspace if the account has none."
    >
      <Card>
        <div className="flex flex-col gap-4">
          <OneFieldForm
            label="User Email"
            maxLength={adminCreationFieldMaxLength}
            buttonText="Create by user email"
            icon="plus"
            requestStatus={byEmail.status}
            onSubmit={(email) => void createByEmail(email)}
          />
          {choices ? (
            <AccountChoices
              choices={choices}
              isPending={byUserId.status.isPending}
              onChoose={(userId) => void createByUserId(userId)}
            />
          ) : (
            <AdminError error={byEmail.error} />
          )}
          <OneFieldForm
            label="User Id"
            maxLength={adminCreationFieldMaxLength}
            isMonospace
            buttonText="Create by user id"
            icon="plus"
            requestStatus={byUserId.status}
            onSubmit={(userId) => {
              byEmail.reset()
              void createByUserId(userId)
            }}
          />
          <AdminError error={byUserId.error} />
          {made && (
            <StatusBox tone="success" title={`“${made.displayName}” is created`}>
              <TextLink href={workspacePath(made.id)}>View workspace</TextLink>
            </StatusBox>
          )}
        </div>
      </Card>
    </AdminSection>
  )
}
