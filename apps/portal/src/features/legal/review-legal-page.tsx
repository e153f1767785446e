import { lazy, Suspense } from 'react'
import { useUser } from '../../lib/guard/session.ts'
import { Page } from '../../lib/layout/page.tsx'
import { loadPart } from '../../lib/request/load-part.ts'
import { AgreementForm } from './agreement-form.tsx'
import type { LegalVersion } from './legal-documents.ts'
import { LegalLayout } from './legal-layout.tsx'
import { versionDate } from './version-date.ts'

const LegalDifference = lazy(() =>
  loadPart(() => import('./legal-difference.tsx')).then((module) => ({ default: module.LegalDifference })),
)

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
