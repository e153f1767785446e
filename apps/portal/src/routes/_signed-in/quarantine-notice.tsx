import { createFileRoute } from '@tanstack/react-router'
import { QuarantineNotice } from '../../features/account/quarantine-notice.tsx'

export const Route = createFileRoute('/_signed-in/quarantine-notice')({
  staticData: { name: 'quarantine-notice', access: 'quarantined' },
  component: QuarantineNotice,
})
