/** A service account with a trust rule, for tests of exchanges. */
import { activity } from '@portal/contract/activity/activity'
import { idTokenType, tokenExchangeGrant } from '@portal/contract/oauth/oauth'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { type NewTrustRule, trustRules } from '@portal/contract/trust-rules/trust-rules'
import type { TestApp } from './build-test-app.ts'
import { pipelineClaims } from './fake-issuers.ts'
import { makeTeam, type Team } from './make-team.ts'

export interface FederationScene {
  team: Team
  params: { workspaceId: string; serviceAccountId: string }
}

/** The rule that `pipelineClaims` match. */
export const mainRule: NewTrustRule = {
  name: 'main',
  issuer: 'https://token.actions.githubusercontent.com',
  audience: 'https://api.example.com',
  claims: { repository_id: '1001', repository_owner_id: '77', ref: 'refs/heads/main' },
}

export async function makeFederationScene(test: TestApp, rule = mainRule): Promise<FederationScene> {
  const team = await makeTeam(test)
  const { body } = await test.send(
    serviceAccounts.create,
    { params: team.params, body: { name: 'deploy-bot' } },
    team.owner,
  )
  const params = { ...team.params, serviceAccountId: body.serviceAccount.id }
  await test.send(trustRules.create, { params, body: rule }, team.owner)
  return { team, params }
}

export type OAuthReply = { status: number; body: Record<string, unknown>; headers: Record<string, unknown> }

/** Sends an exchange as a form. `more` replaces parameters. An undefined one is left out. */
export async function exchange(
  test: TestApp,
  { params }: Pick<FederationScene, 'params'>,
  subjectToken: string,
  more: Record<string, string | undefined> = {},
): Promise<OAuthReply> {
  const fields = {
    grant_type: tokenExchangeGrant,
    client_id: params.serviceAccountId,
    subject_token: subjectToken,
    subject_token_type: idTokenType,
    ...more,
  }
  const form = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
  const response = await test.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}

/** Returns the recorded and the counted attempts, as a manager sees them. */
export async function triesOf(test: TestApp, { team, params }: FederationScene) {
  return (await test.send(trustRules.exchanges, { params }, team.editor)).body
}

/** Returns act and subject of the workspace's activity, newest first. */
export async function activityOf(test: TestApp, team: Team) {
  const { body } = await test.send(activity.list, { params: team.params }, team.owner)
  return body.map(({ act, subject }) => [act, subject])
}

export const claimsNow = (test: TestApp, more: Record<string, unknown> = {}) =>
  pipelineClaims(test.now(), more)
