import { lazy, Suspense } from 'react'
import { useUser } from '../../lib/guard/session.ts'
import { Page } from '../../lib/layout/page.tsx'
import { AgreementForm } from './agreement-form.tsx'
import type { LegalVersion } from './legal-documents.ts'
import { LegalLayout } from './legal-layout.tsx'

const LegalDifference = lazy(() =>
  import('./legal-difference.tsx').then((module) => ({ default: module.LegalDifference })),
)

/** The documents in force, to be read and accepted (SPEC section 4, "Route guard"; RULES section 11). */
export function ReviewLegalPage({ version, documents }: LegalVersion) {
  const { agreedTosVersionId, needsTosUpdate } = useUser()
  const acceptedVersion = needsTosUpdate ? agreedTosVersionId : null
  return (
    <Page
      title="Review Legal"
      tabTitle="Review legal"
      intro={
        acceptedVersion !== null
          ? `Our terms have changed. Please read and accept the version of ${version} to go on.`
          : `Please read and accept the version of ${version} to go on.`
      }
    >
      {acceptedVersion !== null && (
        <div className="mb-6 border-line border-b pb-10">
          <Suspense>
            <LegalDifference acceptedVersion={acceptedVersion} version={version} documents={documents} />
          </Suspense>
        </div>
      )}
      <LegalLayout version={version} documents={documents} hrefOf={(slug) => `#${slug}`}>
        <AgreementForm version={version} />
      </LegalLayout>
    </Page>
  )
}
