import { createFileRoute } from '@tanstack/react-router'
import { loadDocumentsInForce } from '../../features/account/legal-documents.ts'
import { ReviewLegalPage } from '../../features/account/review-legal-page.tsx'

export const Route = createFileRoute('/_signed-in/review-legal')({
  staticData: { name: 'review-legal', access: 'signed-in', returnTo: 'never' },
  loader: () => loadDocumentsInForce(),
  component: RouteComponent,
})

function RouteComponent() {
  return <ReviewLegalPage {...Route.useLoaderData()} />
}
