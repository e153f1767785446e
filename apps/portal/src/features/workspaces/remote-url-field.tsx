import { messages } from '@portal/contract/messages'
import { remoteUrlProblem } from '@portal/contract/workspaces/instance-url'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { TextField } from '@portal/ui/fields/text-field'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { env } from '../../lib/env.ts'

const isRemoteUrl = (url: string) => remoteUrlProblem(url, env) === undefined

/** The URL of a remote workspace, for the schema of its form. */
export const remoteUrlSchema = z
  .string(messages.required)
  .check(z.refine(isRemoteUrl, { error: ({ input }) => remoteUrlProblem(String(input), env) }))

/** The `instanceUrl` of a remote workspace. */
export function RemoteUrlField() {
  const url: unknown = useWatch({ name: 'instanceUrl' })
  const isUnencrypted = typeof url === 'string' && /^http:\/\//i.test(url) && isRemoteUrl(url)
  return (
    <>
      <TextField name="instanceUrl" type="url" label="URL" isRequired placeholder="https://" />
      {isUnencrypted && (
        <StatusBox tone="warning" title="This address is not encrypted">
          Anyone on the network can read the traffic, including sign-in codes. Use https:// if you can.
        </StatusBox>
      )}
    </>
  )
}
