import { createFileRoute, notFound } from '@tanstack/react-router'
import { findDocument, loadDocuments } from '../features/account/legal-documents.ts'
import { PrintLegalPage } from '../features/account/print-legal-page.tsx'
import { NotFoundPage } from '../shell/not-found-page.tsx'

export const Route = createFileRoute('/print-legal/$docVersion/$docSlug')({
  staticData: { name: 'print-legal', access: 'unguarded' },
  loader: async ({ params }) => {
    const document = findDocument(await loadDocuments(params.docVersion), params.docSlug)
    if (!document) throw notFound()
    return document
  },
  component: RouteComponent,
  notFoundComponent: NotFoundPage,
})

function RouteComponent() {
  return <PrintLegalPage document={Route.useLoaderData()} version={Route.useParams().docVersion} />
}
