import { billing } from '@portal/contract/billing/billing'
import type { QueryClient } from '@tanstack/react-query'
import { runCall } from '../../../lib/request/calls.ts'

/**
 * Creates the customer and the trial at the billing provider. The server does the same when it learns of a verified
 * email, so a failure here is only logged by the request layer. The API refuses users who haven't accepted the terms.
 * The server creates their integration later.
 */
export function createBillingIntegration(client: QueryClient, userId: string): void {
  const expectedErrors = ['MissingTosAcceptance'] as const
  void runCall(client, billing.createIntegration, { params: { userId } }, { expectedErrors })
}
