import { createFileRoute } from '@tanstack/react-router'
import { AccountJoinPage } from '../features/account/account-join-page.tsx'

export const Route = createFileRoute('/is-it-yours')({
  staticData: { name: 'is-it-yours', access: 'public' },
  component: AccountJoinPage,
})
