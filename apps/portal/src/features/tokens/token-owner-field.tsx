import { serviceAccounts } from '@portal/contract/service-accounts'
import { Select } from '@portal/ui/fields/select'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../lib/request/queries.ts'

/** The option for a token that acts for its creator. */
export const noServiceAccount = 'none'

/** Chooses the service account that the token acts for. Hidden while the workspace has none. */
export function TokenOwnerField({ workspaceId }: { workspaceId: string }) {
  const { data } = useQuery(queryFor(serviceAccounts.list, { params: { workspaceId } }))
  const accounts = data?.serviceAccounts ?? []
  if (accounts.length === 0) return null
  return (
    <Select
      name="serviceAccountId"
      label="Service account"
      options={[
        { value: noServiceAccount, label: 'None: the token acts for you' },
        ...accounts.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      hint="A service account's token continues to work when you leave"
    />
  )
}
