import { remoteUrlProblem } from '@portal/contract/workspaces/instance-url'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { useFormValue } from '@portal/ui/fields/form-context'
import { TextField } from '@portal/ui/fields/text-field'
import { env } from '../../lib/env.ts'

const urlProblem = (value: unknown) =>
  typeof value === 'string' && value !== '' ? remoteUrlProblem(value, env) : undefined

export interface RemoteUrlFieldProps {
  name: string
  /** The saved URL. It is not validated again, so that the other fields can be saved. */
  savedUrl?: string
}

/** The URL of a remote workspace. */
export function RemoteUrlField({ name, savedUrl }: RemoteUrlFieldProps) {
  const url = useFormValue(name)
  const newUrlProblem = (value: unknown) => (value === savedUrl ? undefined : urlProblem(value))
  const isUnencrypted = typeof url === 'string' && /^http:\/\//i.test(url) && !urlProblem(url)
  return (
    <>
      <TextField
        name={name}
        type="url"
        label="URL"
        isRequired
        validate={newUrlProblem}
        placeholder="https://"
      />
      {isUnencrypted && (
        <StatusBox tone="warning" title="This address is not encrypted">
          Anyone on the network can read the traffic, including sign-in codes. Use https:// if you can.
        </StatusBox>
      )}
    </>
  )
}
