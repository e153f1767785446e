/** Exchanges identity tokens for API tokens of service accounts (docs/product/trust-rules.md#exchanging-a-token). */
import { minuteMs } from '@portal/contract/durations'
import type { CountedReason } from '@portal/contract/trust-rules/trust-rules'
import { ulid } from 'ulid'
import type { Config } from '../../config.ts'
import { hashOf } from '../../crypto/secrets.ts'
import type { Orm } from '../../db/database.ts'
import { UnreachableError } from '../../gateways/fence/send-fenced.ts'
import { BadSignatureError } from '../../gateways/identity-issuers/identity-issuers.ts'
import { limitOf } from '../../guard/account-limits.ts'
import { Refusal } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import { recordActivity } from '../activity/activity-actions.ts'
import { countActiveApiTokens, insertApiToken } from '../tokens/api-token-store.ts'
import { signSecret } from '../tokens/token-actions.ts'
import * as store from './exchange-store.ts'
import {
  claimsAsText,
  type IdentityToken,
  lastUseOf,
  readIdentityToken,
  useKeyOf,
} from './identity-token-rules.ts'
import { isInForce, judge } from './trust-rule-rules.ts'
import { findTrustRule, listTrustRules, markTrustRuleUsed, type TrustRuleRow } from './trust-rule-store.ts'

interface IssuedToken {
  accessToken: string
  lifetimeSeconds: number
}

/** The only answer to every refused token, so that a stranger learns nothing about service accounts and rules. */
const invalidGrant = () =>
  new Refusal('InvalidCode', 'The identity token was not accepted.', { oauthCode: 'invalid_grant' })

/**
 * Returns a new API token for the service account.
 * @throws Refusal `InvalidCode` with the code `invalid_grant`. The managers of the workspace see the reason.
 */
export async function exchangeIdentityToken(
  services: Services,
  request: { serviceAccountId: string; identityToken: string; ipAddress: string },
): Promise<IssuedToken> {
  const db = services.database.orm
  const at = services.now()
  const { serviceAccountId, identityToken, ipAddress } = request
  const account = await store.findExchangeAccount(db, serviceAccountId)
  if (!account) throw invalidGrant()
  const refuse = async (reason: CountedReason, detail?: string): Promise<never> => {
    await store.countExchange(db, account, { reason, at, ...(detail ? { detail } : {}) })
    throw invalidGrant()
  }

  const token = readIdentityToken(identityToken)
  if (!token) return refuse('malformed')
  const rules = (await listTrustRules(db, account.id, token.issuer)).filter((rule) => isInForce(rule, at))
  if (rules.length === 0) return refuse('otherIssuer')
  try {
    await services.issuers.verify(identityToken, token.issuer)
  } catch (error) {
    if (error instanceof BadSignatureError) return refuse('badSignature')
    if (error instanceof UnreachableError) return refuse('issuerUnavailable', `The issuer ${error.message}.`)
    throw error
  }
  const verdict = judge(token, rules, at)
  if (!verdict) throw invalidGrant()
  const { rule, outcome, problems } = verdict
  const tried = { account, rule, token, identityToken, ipAddress, at }
  if (outcome !== 'accepted') {
    await record(db, tried, { outcome, problems })
    throw invalidGrant()
  }
  return issue(services, tried)
}

interface Tried {
  account: store.ExchangeAccount
  rule: TrustRuleRow
  token: IdentityToken
  identityToken: string
  ipAddress: string
  at: Date
}

type Result = Pick<store.ExchangeRow, 'outcome' | 'problems'>

function record(db: Orm, tried: Tried, result: Result): Promise<void> {
  const { account, rule, token, identityToken, ipAddress, at } = tried
  const tokenHash = hashOf(`${account.id} ${useKeyOf(token, identityToken)}`)
  const row = {
    serviceAccountId: account.id,
    workspaceId: account.workspaceId,
    at,
    ipAddress,
    issuer: token.issuer,
    trustRuleId: rule.id,
    trustRuleName: rule.name,
    claims: claimsAsText(token.claims),
    ...result,
  }
  return store.recordExchange(db, row, tokenHash)
}

/** Checks again under the lock. Returns the reason for a refusal, or undefined. */
async function lateProblem(
  tx: Orm,
  config: Config,
  tried: Tried,
  account: store.ExchangeAccount,
): Promise<Result | undefined> {
  const { token, identityToken, at } = tried
  if (account.isPaused) return { outcome: 'paused', problems: [] }
  const active = await countActiveApiTokens(tx, account.workspaceId, at)
  if (active >= limitOf('tokensOfWorkspace', config)) return { outcome: 'limit', problems: [] }
  const key = useKeyOf(token, identityToken)
  if (await store.markIdentityTokenUsed(tx, hashOf(key), lastUseOf(token))) return undefined
  const received = claimsAsText(token.claims).jti ?? null
  const problem = { claim: 'jti', expected: 'A token that was not used before', received }
  return { outcome: 'replayed', problems: [problem] }
}

async function issue(services: Services, tried: Tried): Promise<IssuedToken> {
  const { rule, ipAddress, at } = tried
  const expiresAt = new Date(at.getTime() + rule.lifetimeMinutes * minuteMs)
  const issued = await services.database.transaction(async (tx) => {
    const account = await store.lockExchangeAccount(tx, tried.account.id, tried.account.workspaceId)
    if (!account || !(await findTrustRule(tx, { ...rule, trustRuleId: rule.id }))) return undefined
    const problem = await lateProblem(tx, services.config, tried, account)
    await record(tx, tried, problem ?? { outcome: 'accepted', problems: [] })
    if (problem) return undefined
    const secretId = ulid(at.getTime())
    const { id: serviceAccountId, workspaceId } = account
    await insertApiToken(tx, {
      id: secretId,
      userId: rule.createdByUserId,
      workspaceId,
      serviceAccountId,
      trustRuleId: rule.id,
      name: rule.name,
      createdAt: at,
      expiresAt,
    })
    await markTrustRuleUsed(tx, rule.id, at)
    await recordActivity(tx, services.jobs, {
      workspaceId,
      actorUserId: null,
      actorServiceAccountId: serviceAccountId,
      act: 'trust-rule.used',
      subject: rule.name,
      ipAddress,
      at,
    })
    return { token: { ...account, serviceAccountId, creatorUserId: rule.createdByUserId }, secretId }
  })
  if (!issued) throw invalidGrant()
  const { token, secretId } = issued
  const accessToken = await signSecret(services, token, { secretId, issuedAt: at, expiresAt })
  return { accessToken, lifetimeSeconds: rule.lifetimeMinutes * 60 }
}
