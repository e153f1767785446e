import { useNavigate } from '@tanstack/react-router'
import { Page } from '../../lib/layout/page.tsx'
import type { LegalVersion } from './legal-documents.ts'
import { LegalLayout } from './legal-layout.tsx'
import { useScrollToDocument } from './use-scroll-to-document.ts'
import { versionDate } from './version-date.ts'
import '../../lib/styles.css'

/** The public page of the documents in force. `slug` names the document to scroll to. */
export function LegalPage({ version, documents, slug }: LegalVersion & { slug?: string }) {
  const navigate = useNavigate()
  useScrollToDocument(slug)
  const pick = (docSlug: string) => {
    if (docSlug === slug) document.getElementById(slug)?.scrollIntoView()
    else void navigate({ to: '/legal/{-$docSlug}', params: { docSlug }, resetScroll: false })
  }
  return (
    <Page title="Legal" intro={`Version dated ${versionDate(version)}.`}>
      <LegalLayout
        version={version}
        documents={documents}
        hrefOf={(docSlug) => `/legal/${docSlug}`}
        onPick={pick}
      />
    </Page>
  )
}
