import { createFileRoute } from '@tanstack/react-router'
import { loadDocumentsInForce } from '../features/legal/legal-documents.ts'
import { LegalPage } from '../features/legal/legal-page.tsx'

export const Route = createFileRoute('/legal/{-$docSlug}')({
  staticData: { name: 'legal' },
  loader: () => loadDocumentsInForce(),
  component: RouteComponent,
})

function RouteComponent() {
  return <LegalPage {...Route.useLoaderData()} slug={Route.useParams().docSlug} />
}
