import { createFileRoute } from '@tanstack/react-router'
import { NotFoundPage } from '../shell/not-found-page.tsx'

export const Route = createFileRoute('/$')({
  staticData: { name: '404', access: 'public' },
  component: NotFoundPage,
})
