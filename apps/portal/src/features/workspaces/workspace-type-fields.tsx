import { remoteUrlProblem } from '@portal/contract/instance-url'
import { useFormValue } from '@portal/ui/form-context'
import { RadioGroup } from '@portal/ui/radio-group'
import { StatusBox } from '@portal/ui/status-box'
import { TextField } from '@portal/ui/text-field'
import { env } from '../../lib/env.ts'
import { type WorkspaceType, workspaceTypeLabels, workspaceTypes } from './workspace-type.ts'

const hints: Record<WorkspaceType, string> = {
  saas: 'We run the instance for you. Nothing to install.',
  local: `The instance runs on your own computer, at ${env.localInstanceUrl}.`,
  url: 'The instance runs on a server of yours.',
}

const options = workspaceTypes.map((value) => ({ value, label: workspaceTypeLabels[value] }))

const urlProblem = (value: unknown) =>
  typeof value === 'string' && value !== '' ? remoteUrlProblem(value, env) : undefined

/** Where the workspace runs: the type, and for a remote one its address. */
export function WorkspaceTypeFields() {
  const type = useFormValue('type') as WorkspaceType | null | undefined
  const url = useFormValue('url')
  const isUnencrypted = typeof url === 'string' && /^http:\/\//i.test(url) && !urlProblem(url)
  return (
    <>
      <RadioGroup
        name="type"
        label="Workspace Type"
        isRequired
        variant="cards"
        orientation="horizontal"
        options={options}
        hint={hints[type ?? 'saas']}
      />
      {type === 'url' && (
        <TextField
          name="url"
          type="url"
          label="URL"
          isRequired
          validate={urlProblem}
          placeholder="https://"
        />
      )}
      {type === 'url' && isUnencrypted && (
        <StatusBox tone="warning" title="This address is not encrypted">
          Whoever is on the way can read along, sign-in codes included. Use https:// wherever you can.
        </StatusBox>
      )}
    </>
  )
}
