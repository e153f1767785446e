import type { ServiceAccount } from '@portal/contract/service-accounts/service-accounts'
import { RadioGroup } from '@portal/ui/fields/radio-group'
import { Select } from '@portal/ui/fields/select'
import { TextArea } from '@portal/ui/fields/text-area'
import { TextField } from '@portal/ui/fields/text-field'
import { CodeBlock } from '@portal/ui/text/code-block'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { newAccountName, type PipelinePlan } from './pipeline-plan.ts'
import { type PipelineProvider, pipelineProviders } from './pipeline-providers.ts'

/** The option for a service account that is created with the rule. */
export const newAccount = 'new'

/** The fields that the chosen CI system needs. Before one is chosen, there are none. */
export function PipelineFields({
  accounts,
  children,
}: {
  accounts: readonly ServiceAccount[]
  children: ReactNode
}) {
  const plan = useWatch() as Partial<PipelinePlan>
  if (!isStarted(plan)) return null
  const provider = pipelineProviders[plan.provider]
  return (
    <>
      {provider.place ? (
        <PlaceFields plan={plan} place={provider.place} provider={provider} />
      ) : (
        <IssuerField />
      )}
      <Select
        name="serviceAccountId"
        label="Service account"
        options={[
          {
            value: newAccount,
            label: ['A new one', newAccountName(plan, accounts)].filter(Boolean).join(': '),
          },
          ...accounts.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        hint="The runs act as this service account. It continues to work when you leave."
      />
      {children}
    </>
  )
}

const isStarted = (plan: Partial<PipelinePlan>): plan is PipelinePlan => plan.provider !== undefined

/** For a CI system that is not known. What its tokens contain is learned from the first run. */
function IssuerField() {
  return (
    <TextField
      name="issuer"
      label="Issuer"
      isRequired
      isMonospace
      autoComplete="off"
      hint="Must match the iss claim of the tokens exactly. The first run is refused and recorded, and you then choose whether to trust it."
    />
  )
}

interface PlaceFieldsProps {
  plan: PipelinePlan
  provider: PipelineProvider
  place: NonNullable<PipelineProvider['place']>
}

function PlaceFields({ plan, provider, place }: PlaceFieldsProps) {
  const isByEnvironment = provider.hasEnvironments && plan.limit === 'environment'
  return (
    <>
      <TextField
        name="place"
        label={place.label}
        isRequired
        isMonospace
        autoComplete="off"
        hint={place.hint}
      />
      <div className="flex flex-col gap-2">
        {provider.hasEnvironments && (
          <RadioGroup
            name="limit"
            label="Which runs may connect?"
            orientation="horizontal"
            options={[
              { value: 'branch', label: 'Runs of one branch' },
              { value: 'environment', label: 'Runs in one environment' },
            ]}
          />
        )}
        {isByEnvironment ? (
          <TextField
            name="environment"
            label="Environment"
            isRequired
            isMonospace
            autoComplete="off"
            hint="Such as production. Its protection rules decide who can deploy to it."
          />
        ) : (
          <TextField name="branch" label="Branch" isRequired isMonospace autoComplete="off" />
        )}
      </div>
      {provider.command && <IdsField plan={plan} place={place} command={provider.command} />}
    </>
  )
}

interface IdsFieldProps {
  plan: PipelinePlan
  place: NonNullable<PipelineProvider['place']>
  command: (place: string) => string
}

/** Ids that stay the same after a rename: from a command, or from the first run. */
function IdsField({ plan, place, command }: IdsFieldProps) {
  const name = plan.place?.trim() ?? ''
  return (
    <>
      <RadioGroup
        name="identify"
        label="How is the pipeline identified?"
        variant="cards"
        orientation="horizontal"
        options={[
          {
            value: 'command',
            label: 'By ids from a command',
            description: 'A name can be reused after a rename. An id never is.',
          },
          {
            value: 'run',
            label: 'By its first run',
            description: 'The run is refused and recorded, and you then trust it.',
          },
        ]}
      />
      {plan.identify !== 'run' && (
        <>
          {place.pattern.test(name) ? (
            <CodeBlock code={command(name)} language="bash" />
          ) : (
            <p className="text-content-muted text-sm">
              {`Enter the ${place.label.toLowerCase()} to see the command.`}
            </p>
          )}
          <TextArea
            name="ids"
            label="Output of the command"
            isRequired
            isMonospace
            rows={2}
            hint="Run the command in a terminal, and paste what it prints."
          />
        </>
      )}
    </>
  )
}
