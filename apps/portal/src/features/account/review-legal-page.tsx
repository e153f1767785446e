import { legal } from '@portal/contract/legal/legal'
import { Button } from '@portal/ui/buttons/button'
import { Checkbox } from '@portal/ui/fields/checkbox'
import { Form } from '@portal/ui/fields/form'
import { useNavigate } from '@tanstack/react-router'
import { takeLoginRedirect } from '../../lib/guard/login-redirect.ts'
import { useSetUser, useUser } from '../../lib/guard/session.ts'
import { Page } from '../../lib/layout/page.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { LegalDifference } from './legal-difference.tsx'
import { type LegalVersion, versionDate } from './legal-documents.ts'
import { LegalLayout } from './legal-layout.tsx'

/** The agreement form, which stays in view while the user reads. Agreeing takes the user to the page that they requested. */
function AgreementForm({ version }: { version: string }) {
  const setUser = useSetUser()
  const navigate = useNavigate()
  const agree = useApiMutation(legal.agree, {
    onSuccess: ({ user }) => {
      setUser(user)
      void navigate({ href: takeLoginRedirect() ?? '/workspaces', replace: true })
    },
  })
  return (
    <div className="sticky bottom-0 -mx-6 border-line border-t bg-surface px-6 py-4">
      <Form
        onSubmit={() => agree.mutateAsync({ body: { tosVersionId: version } })}
        aria-label="Agreement"
        className="flex flex-col gap-3"
      >
        <Failure error={agree.error} isInForm />
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
          <Checkbox
            name="hasAgreed"
            isRequired
            requiredMessage="Read the documents and check this box"
            label="I have read and agree to all of these documents"
          />
          <Button type="submit" tone="accent" requestStatus={agree}>
            Agree and continue
          </Button>
        </div>
      </Form>
    </div>
  )
}

/** Asks the user to accept the documents in force. See docs/product/legal.md#accepting-the-terms. */
export function ReviewLegalPage({ version, documents }: LegalVersion) {
  const { agreedTosVersionId, needsTosUpdate } = useUser()
  const acceptedVersion = needsTosUpdate ? agreedTosVersionId : null
  const request = `Review and accept the terms dated ${versionDate(version)}.`
  return (
    <Page
      title="Review Legal"
      tabTitle="Review legal"
      intro={acceptedVersion !== null ? `Our terms have changed. ${request}` : request}
    >
      {/* Keeps a focused link from being covered by the form. */}
      <div className="flex flex-col gap-6 [&_:is(a,button)]:scroll-mb-28">
        {acceptedVersion !== null && (
          <div className="mb-6 border-line border-b pb-10">
            <LegalDifference acceptedVersion={acceptedVersion} version={version} documents={documents} />
          </div>
        )}
        <LegalLayout version={version} documents={documents} hrefOf={(slug) => `#${slug}`} />
      </div>
      <AgreementForm version={version} />
    </Page>
  )
}
