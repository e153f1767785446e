import { createFileRoute } from '@tanstack/react-router'
import { LegalPage } from '../features/legal/legal-page.tsx'
import { loadDocumentsInForce } from '../features/legal/legal-documents.ts'

export const Route = createFileRoute('/legal/{-$docSlug}')({
  staticData: { name: 'legal' },
  loader: () => loadDocumentsInForce(),
  component: RouteComponent,
})

function RouteComponent() {
  return <LegalPage {...Route.useLoaderData()} slug={Route.useParams().docSlug} />
}
