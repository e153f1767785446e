import { type ServiceAccount, serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { trustRules } from '@portal/contract/trust-rules/trust-rules'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { Form } from '@portal/ui/fields/form'
import type { FormHandle } from '@portal/ui/fields/form-handle'
import { RadioGroup } from '@portal/ui/fields/radio-group'
import { Card } from '@portal/ui/layout/card'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { env } from '../../lib/env.ts'
import { useUser } from '../../lib/guard/session.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { newAccount, PipelineFields } from './pipeline-fields.tsx'
import { newAccountName, newRuleOf, planProblems, unsavedPlan } from './pipeline-plan.ts'
import { pipelineProviders, providerNames } from './pipeline-providers.ts'
import { useServiceAccountReload } from './service-account-queries.ts'

const text = z.optional(z.nullable(z.string()))
const planSchema = z
  .object({
    provider: z.enum(providerNames, 'Choose where the pipeline runs'),
    place: text,
    issuer: text,
    limit: z.enum(['branch', 'environment']),
    branch: text,
    environment: text,
    identify: z.enum(['command', 'run']),
    ids: text,
    serviceAccountId: z.string(),
  })
  .check(({ value, issues }) => {
    for (const { path, message } of planProblems(value))
      issues.push({ code: 'custom', input: value[path], path: [path], message })
  })
type FormValues = z.infer<typeof planSchema>

/** Keeps what was typed over a reload, a new sign-in and other pages. */
function KeepPlan({ workspaceId, userId }: { workspaceId: string; userId: string }) {
  const { serviceAccountId: _, ...plan } = useWatch()
  useEffect(() => unsavedPlan.keep(userId, { workspaceId, plan }))
  return null
}

const providerOptions = providerNames
  .filter((name) => name !== 'local' || env.ciSystemUrl !== '')
  .map((name) => ({ value: name, label: pipelineProviders[name].label }))

interface PipelineFormProps {
  workspace: Workspace
  serviceAccounts: readonly ServiceAccount[]
  /** The service account that is offered first. */
  chosen: ServiceAccount | undefined
  /** The CI system that is chosen first, instead of the one that the form was left with. */
  provider: string | undefined
}

/** Returns what the form was left with. Ids are of the CI system that printed them. */
function keptPlan(userId: string, workspaceId: string, wanted: string | undefined) {
  const kept = unsavedPlan.take(userId)
  const plan = kept?.workspaceId === workspaceId ? kept.plan : undefined
  const provider = providerOptions.find(({ value }) => value === wanted)?.value
  return provider && provider !== plan?.provider ? { ...plan, provider, ids: '' } : plan
}

/** Creates the trust rule of a pipeline, with a service account if none is chosen. */
export function PipelineForm({ workspace, serviceAccounts: accounts, chosen, provider }: PipelineFormProps) {
  const { id: userId } = useUser()
  const workspaceId = workspace.id
  const navigate = useNavigate({ from: '/workspace/$workspaceId/connect' })
  const reload = useServiceAccountReload(workspaceId)
  const createAccount = useApiMutation(serviceAccounts.create)
  const createRule = useApiMutation(trustRules.create)
  const disabledReason = workspace.quarantinedAt
    ? 'This workspace is quarantined. Its service accounts cannot be used until the quarantine is lifted.'
    : undefined
  const [kept] = useState(() => keptPlan(userId, workspaceId, provider))
  // The address chooses the CI system once. After a reload, what the user chose since is restored.
  useEffect(() => {
    if (provider) void navigate({ search: ({ provider: _, ...others }) => others, replace: true })
  }, [provider, navigate])

  async function findAccount(values: FormValues, form: FormHandle): Promise<string> {
    if (values.serviceAccountId !== newAccount) return values.serviceAccountId
    const body = { name: newAccountName(values, accounts) }
    const { serviceAccount } = await createAccount.mutateAsync({ params: { workspaceId }, body })
    // If the rule is refused, the next attempt uses the same service account.
    form.setValue('serviceAccountId', serviceAccount.id)
    await reload()
    await navigate({ search: { serviceAccountId: serviceAccount.id }, replace: true })
    return serviceAccount.id
  }

  async function submit(values: FormValues, form: FormHandle) {
    const serviceAccountId = await findAccount(values, form)
    const params = { workspaceId, serviceAccountId }
    const { trustRule } = await createRule.mutateAsync({ params, body: newRuleOf(values) })
    const { limit, branch, environment, place } = values
    await navigate({
      search: {
        serviceAccountId,
        trustRuleId: trustRule.id,
        provider: values.provider,
        place: place ?? undefined,
        ...(limit === 'environment' ? { environment: environment ?? '' } : { branch: branch ?? '' }),
      },
    })
  }

  return (
    <Card className="max-w-160">
      <Form
        schema={planSchema}
        defaultValues={{
          limit: 'branch',
          branch: 'main',
          identify: 'command',
          serviceAccountId: chosen?.id ?? newAccount,
        }}
        typedValues={kept}
        onSubmit={submit}
        isDisabled={disabledReason !== undefined}
        disabledReason={disabledReason}
        className="flex flex-col gap-5"
      >
        <KeepPlan workspaceId={workspaceId} userId={userId} />
        <RadioGroup
          name="provider"
          label="Where does the pipeline run?"
          options={providerOptions}
          hint={
            env.ciSystemUrl
              ? 'To try it out, choose Local CI system, which runs on this computer.'
              : undefined
          }
          variant="cards"
          orientation="horizontal"
          isRequired
        />
        <PipelineFields accounts={accounts}>
          <Failure error={createAccount.error ?? createRule.error} isInForm />
          <div>
            <Button
              type="submit"
              tone="accent"
              icon="link"
              requestStatus={createRule}
              isDisabled={disabledReason !== undefined}
              disabledReason={disabledReason}
            >
              Connect pipeline
            </Button>
          </div>
        </PipelineFields>
      </Form>
    </Card>
  )
}
