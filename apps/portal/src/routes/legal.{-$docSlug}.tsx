import { createFileRoute } from '@tanstack/react-router'
import { findDocument, loadDocumentsInForce } from '../features/account/legal-documents.ts'
import { LegalPage } from '../features/account/legal-page.tsx'

export const Route = createFileRoute('/legal/{-$docSlug}')({
  staticData: {
    name: 'legal',
    access: 'public',
    section: { in: 'portal', label: 'Legal', icon: 'scale', order: 80 },
  },
  loader: () => loadDocumentsInForce(),
  component: RouteComponent,
  // The page shows every document and scrolls to one.
  remountDeps: () => [],
})

function RouteComponent() {
  const legal = Route.useLoaderData()
  const { docSlug } = Route.useParams()
  return <LegalPage {...legal} slug={findDocument(legal.documents, docSlug)?.slug} />
}
