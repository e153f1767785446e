/** The dependencies of the features. */
import type { Config } from './config.ts'
import type { SigningKeys } from './crypto/signing-keys.ts'
import type { TokenSigner } from './crypto/token-signer.ts'
import type { Database } from './db/database.ts'
import type { TermsInForce } from './features/legal/legal-store.ts'
import type { BillingGateway } from './gateways/billing/billing.ts'
import type { IdentityGateway } from './gateways/identity/identity.ts'
import type { IdentityIssuers } from './gateways/identity-issuers/identity-issuers.ts'
import type { WebhookGateway } from './gateways/webhooks/send-webhook.ts'
import type { Jobs } from './jobs/jobs.ts'

export interface Services {
  config: Config
  database: Database
  billing: BillingGateway
  identity: IdentityGateway
  issuers: IdentityIssuers
  jobs: Jobs
  keys: SigningKeys
  signer: TokenSigner
  terms: TermsInForce
  webhooks: WebhookGateway
  /** Logs and counts a failed upkeep task. `id` is the item that failed, if there is one. It must not hold up other tasks. */
  onTaskFailure: (task: string, error: unknown, id?: string) => void
  /** Counts a request that was refused because of overload, or because its account sends too many at once. */
  onShed: (reason: 'event-loop' | 'connections' | 'account') => void
  /** Counts an `X-Forwarded-For` header of a trusted proxy that names no IP address. */
  onForwardedForIgnored: () => void
  /** Logs and counts a live subscription of a closed account, after it was ended. */
  onClosedSubscription: (found: { userId: string; customerId: string; subscriptionId: string }) => void
  /** Logs and counts a customer who pays for several subscriptions. */
  onDoubleSubscription: (found: {
    userId: string
    customerId: string | null
    liveSubscriptionCount: number
  }) => void
  /** Returns the current time. Tests replace it. */
  now: () => Date
  /** Returns the seconds since the job queue last answered this process. */
  queueSilentSeconds: () => number
  /** Whether the process is shutting down. Readiness fails then, so that the proxy sends no new requests. */
  isDraining: () => boolean
}
