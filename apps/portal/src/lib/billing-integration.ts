import { billing } from '@portal/contract/billing'
import { request } from './request/request-layer.ts'

/**
 * Has the customer and the trial made at the billing provider (SPEC section 4). The server does the same by itself when
 * it learns of a verified address, so a failure keeps nobody: the request layer has logged it. Somebody who has yet to
 * accept the terms gets theirs by the server alone.
 */
export function createBillingIntegration(userId: string): void {
  const expectedErrors = ['MissingTosAcceptance'] as const
  void request(billing.createIntegration, { params: { userId } }, { expectedErrors }).catch(() => undefined)
}
