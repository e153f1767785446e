import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { RadioGroup } from '@portal/ui/fields/radio-group'
import type { RequestStatus } from '@portal/ui/lib/request-status'
import { errorTitle } from '../../lib/request/error-messages.ts'
import type { RequestError } from '../../lib/request/request-error.ts'
import { overlapOptions } from './overlap-options.ts'

export interface NewSecretFieldsProps {
  request: { status: RequestStatus; failure: RequestError | undefined }
}

/** The end of a form that gives a token a new secret: how long the old one continues to work, and the error. */
export function NewSecretFields({ request }: NewSecretFieldsProps) {
  const { status, failure } = request
  return (
    <>
      <RadioGroup
        name="overlap"
        label="How long the old secret continues to work"
        options={overlapOptions}
        isRequired
      />
      {failure && <ErrorMessage title={errorTitle(failure)} status={status} />}
    </>
  )
}
