import { createFileRoute } from '@tanstack/react-router'
import { SuspensionNotice } from '../../features/account/suspension-notice.tsx'

export const Route = createFileRoute('/_signed-in/suspension-notice')({
  staticData: { name: 'suspension-notice' },
  component: SuspensionNotice,
})
