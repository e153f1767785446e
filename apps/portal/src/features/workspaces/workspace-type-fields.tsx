import { useFormValue } from '@portal/ui/fields/form-context'
import { RadioGroup } from '@portal/ui/fields/radio-group'
import { env } from '../../lib/env.ts'
import { RemoteUrlField } from './remote-url-field.tsx'
import { type WorkspaceType, workspaceTypeLabels, workspaceTypes } from './workspace-type.ts'

const hints: Record<WorkspaceType, string> = {
  saas: 'We run the instance for you. Nothing to install.',
  local: `The instance runs on your own computer, at ${env.localInstanceUrl}.`,
  url: 'The instance runs on your own server.',
}

const options = workspaceTypes.map((value) => ({ value, label: workspaceTypeLabels[value] }))

/** The workspace type, and the URL of a remote workspace. */
export function WorkspaceTypeFields() {
  const type = useFormValue('type') as WorkspaceType | null | undefined
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
      {type === 'url' && <RemoteUrlField name="instanceUrl" />}
    </>
  )
}
