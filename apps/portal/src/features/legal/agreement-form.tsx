import { legal } from '@portal/contract/legal'
import { Button } from '@portal/ui/buttons/button'
import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { Checkbox } from '@portal/ui/fields/checkbox'
import { Form } from '@portal/ui/fields/form'
import { useNavigate } from '@tanstack/react-router'
import { takeLoginRedirect } from '../../lib/guard/login-redirect.ts'
import { useSetUser } from '../../lib/guard/session.ts'
import { useCall } from '../../lib/request/calls.ts'
import { errorTitle } from '../../lib/request/error-messages.ts'

/** The agreement, fixed below the documents. Accepting it takes the user to the page that they requested. */
export function AgreementForm({ version }: { version: string }) {
  const agree = useCall(legal.agree)
  const setUser = useSetUser()
  const navigate = useNavigate()

  async function submit() {
    const outcome = await agree.run({ body: { tosVersionId: version } })
    if (!outcome.isOk) return
    setUser(outcome.data.user)
    await navigate({ href: takeLoginRedirect() ?? '/workspaces', replace: true })
  }

  return (
    <div className="sticky bottom-0 -mx-1 border-line border-t bg-surface px-1 py-4">
      <Form onSubmit={submit} aria-label="Agreement" className="flex flex-col gap-3">
        <ErrorMessage title={errorTitle(agree.error)} status={agree.status} />
        <div className="flex flex-wrap items-start justify-between gap-4">
          <Checkbox
            name="hasAgreed"
            isRequired
            requiredMessage="Read the documents and check this box"
            label="I have read and agree to all of these documents"
          />
          <Button type="submit" tone="accent" requestStatus={agree.status}>
            Agree and continue
          </Button>
        </div>
      </Form>
    </div>
  )
}
