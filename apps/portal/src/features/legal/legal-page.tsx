import { Page } from '../../lib/page.tsx'
import type { LegalVersion } from './legal-documents.ts'
import { LegalLayout } from './legal-layout.tsx'
import { useScrollToDocument } from './use-scroll-to-document.ts'

const linkTo = (slug: string) => ({ to: '/legal/{-$docSlug}', params: { docSlug: slug } }) as const

/** The documents in force, for everybody to read; `slug` names the one to scroll to (SPEC section 2; RULES section 11). */
export function LegalPage({ version, documents, slug }: LegalVersion & { slug?: string }) {
  useScrollToDocument(slug)
  return (
    <Page title="Legal" intro={`Version of ${version}.`}>
      <LegalLayout version={version} documents={documents} linkTo={linkTo} />
    </Page>
  )
}
