import { messages } from '@portal/contract/messages'
import {
  acceptsEveryEvent,
  trustRulePresetNames,
  trustRulePresets,
} from '@portal/contract/trust-rules/trust-rule-presets'
import { newTrustRuleSchema, type TrustRule, trustRules } from '@portal/contract/trust-rules/trust-rules'
import { Button } from '@portal/ui/buttons/button'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { NumberField } from '@portal/ui/fields/number-field'
import { TextArea } from '@portal/ui/fields/text-area'
import { TextField } from '@portal/ui/fields/text-field'
import { useFormContext, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { CopyAsCommand } from '../../lib/layout/copy-as-command.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { parseClaims } from './claims-text.ts'
import { FieldsDialog } from './fields-dialog.tsx'
import { pipelineProviders } from './pipeline-providers.ts'
import type { ServiceAccountParams } from './trust-rule-queries.ts'

/** What the dialog starts with. */
export interface TrustRuleDraft {
  name: string
  issuer: string
  audience: string
  /** One `name=value` per line. Undefined for a learning rule. */
  claims?: string
  lifetime: number
}

const { name, issuer, audience, lifetime } = newTrustRuleSchema.shape
const learningSchema = z.object({
  name,
  issuer,
  audience,
  lifetime: z.pipe(z.number(messages.required), z.nonoptional(lifetime)),
})
const ruleSchema = z.extend(learningSchema, {
  claims: z
    .string(messages.required)
    .check(
      z.refine((text) => parseClaims(text) !== undefined, 'Write one claim per line, such as project_id=22'),
    ),
})

const knownIssuers = [
  ...trustRulePresetNames.map((name) => trustRulePresets[name]),
  pipelineProviders.local,
].filter(({ issuer }) => issuer !== '')

/** Buttons that fill in the issuer of a hosted or the local CI system. */
function IssuerPresets() {
  const { setValue } = useFormContext()
  const issuer: unknown = useWatch({ name: 'issuer' })
  return (
    <fieldset className="-mt-3 flex flex-wrap gap-1.5">
      <legend className="sr-only">Common issuers</legend>
      {knownIssuers.map((preset) => (
        <Button
          key={preset.label}
          size="xs"
          variant="soft"
          tone={preset.issuer === issuer ? 'accent' : 'neutral'}
          onPress={() => setValue('issuer', preset.issuer, { shouldDirty: true, shouldValidate: true })}
        >
          {preset.label}
        </Button>
      ))}
    </fieldset>
  )
}

/** Explains why the event is pinned, as soon as it isn't. */
function EveryEventWarning() {
  const [url, text]: unknown[] = useWatch({ name: ['issuer', 'claims'] })
  const claims = typeof text === 'string' ? parseClaims(text) : undefined
  if (typeof url !== 'string' || !claims || !acceptsEveryEvent(url, claims)) return null
  return (
    <StatusBox tone="warning">
      This rule accepts every event of the repository, including workflows of pull requests from forks, which
      strangers can open. Pin event_name or environment unless you want that.
    </StatusBox>
  )
}

interface TrustRuleDialogProps {
  params: ServiceAccountParams
  draft: TrustRuleDraft
  onCreated: (rule: TrustRule) => void
  onClose: () => void
}

/** Creates a trust rule, or a learning rule if the draft has no claims. */
export function TrustRuleDialog({ params, draft, onCreated, onClose }: TrustRuleDialogProps) {
  const create = useApiMutation(trustRules.create, { onSuccess: ({ trustRule }) => onCreated(trustRule) })
  const isLearning = draft.claims === undefined
  const title = isLearning ? 'Learn from a run' : 'Create trust rule'

  function toInput({ claims: text, ...fields }: z.output<typeof learningSchema> & { claims?: string }) {
    const claims = text === undefined ? {} : { claims: parseClaims(text) ?? {} }
    return { params, body: { ...fields, ...claims, isLearning } }
  }

  return (
    <FieldsDialog
      title={title}
      description={
        isLearning
          ? 'For an hour, every run from this issuer is refused and recorded. You then choose the run to trust.'
          : 'Runs whose identity token has exactly these values receive an API token.'
      }
      size="lg"
      label={title}
      submitText={isLearning ? 'Start learning' : 'Create rule'}
      schema={isLearning ? learningSchema : ruleSchema}
      defaultValues={draft}
      request={create}
      onSubmit={(values) => create.mutateAsync(toInput(values))}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        isRequired
        autoComplete="off"
        hint="Shown in the workspace's activity."
      />
      <TextField
        name="issuer"
        label="Issuer"
        isRequired
        isMonospace
        autoComplete="off"
        hint="Must match the iss claim of the tokens exactly."
      />
      <IssuerPresets />
      <TextField
        name="audience"
        label="Audience"
        isRequired
        isMonospace
        autoComplete="off"
        hint="The aud claim that the pipeline requests."
      />
      {!isLearning && (
        <>
          <TextArea
            name="claims"
            label="Claims"
            isRequired
            isMonospace
            hint="One per line, as name=value. Repeat a name to accept several values. workflow_ref is the workflow that started the run. job_workflow_ref is the file that defines the job."
          />
          <EveryEventWarning />
        </>
      )}
      <NumberField name="lifetime" label="Token lifetime in minutes" min={1} max={60} isRequired />
      <CopyAsCommand call={trustRules.create} input={toInput} />
    </FieldsDialog>
  )
}
