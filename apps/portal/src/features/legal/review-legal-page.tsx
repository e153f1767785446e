import { Page } from '../../lib/page.tsx'
import { useUser } from '../../lib/session.ts'
import { AgreementForm } from './agreement-form.tsx'
import type { LegalVersion } from './legal-documents.ts'
import { LegalLayout } from './legal-layout.tsx'

/** The documents in force, to be read and accepted (SPEC section 4, "Route guard"; RULES section 11). */
export function ReviewLegalPage({ version, documents }: LegalVersion) {
  const { agreedTosVersionId, needsTosUpdate } = useUser()
  const isAgain = needsTosUpdate && agreedTosVersionId !== null
  return (
    <Page
      title="Review Legal"
      tabTitle="Review legal"
      intro={
        isAgain
          ? `Our terms have changed. Please read and accept the version of ${version} to go on.`
          : `Please read and accept the version of ${version} to go on.`
      }
    >
      <LegalLayout version={version} documents={documents} hrefOf={(slug) => `#${slug}`}>
        <AgreementForm version={version} />
      </LegalLayout>
    </Page>
  )
}
