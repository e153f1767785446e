import { billing } from '@portal/contract/billing/billing'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'

/**
 * Creates the customer and the trial at the billing provider. The server does the same when it learns of a verified
 * email, so a failure here is only logged by the request layer. The API refuses users who haven't accepted the terms.
 * The server creates their integration later.
 */
export function useCreateBillingIntegration(): (userId: string) => void {
  const { mutate } = useApiMutation(billing.createIntegration, { expectedErrors: ['MissingTosAcceptance'] })
  return (userId) => mutate({ params: { userId } })
}
