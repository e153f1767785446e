/** What a journey needs but is not about, by calls instead of clicks: signing in, the terms, the profile. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { e2eAddresses as addresses } from '../../../tools/e2e/addresses.ts'

export interface Account {
  email: string
  password: string
}

interface Call {
  method: string
  path: string
  body?: unknown
}

/** The newest by name is in force in the shared run. */
const termsInForce = readdirSync(join(import.meta.dirname, '../../../legal'))
  .sort()
  .at(-1)

/** A call to the API as the portal makes it, with the session of that page's browser. */
export async function callApi(
  page: Page,
  { method, path, body }: Call,
): Promise<{ status: number; body: unknown }> {
  const context = page.context()
  const cookies = await context.cookies(addresses.api)
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const answer = await context.request.fetch(`${addresses.api}${path}`, {
    method,
    headers: { origin: addresses.portal, 'x-xsrf-token': decodeURIComponent(token) },
    ...(method === 'GET' ? {} : { data: body ?? {} }),
  })
  const text = await answer.text()
  return { status: answer.status(), body: text === '' ? undefined : (JSON.parse(text) as unknown) }
}

export async function ownId(page: Page): Promise<string> {
  const { body } = await callApi(page, { method: 'GET', path: '/whoami' })
  return (body as { user: { id: string } }).user.id
}

/** Signs in through the identity provider's form without showing it; the page stays where it is. */
export async function signInByCalls(page: Page, { email, password }: Account): Promise<void> {
  const { request } = page.context()
  const form = await request.get(`${addresses.api}/auth/login`)
  // Whoever is signed in at the provider already is asked for nothing.
  if (form.url().startsWith(addresses.portal)) return
  const arrived = await request.post(`${form.url()}/sign-in`, { form: { email, password } })
  expect(new URL(arrived.url()).pathname).toBe('/login-success')
}

async function callWell(page: Page, call: Call): Promise<void> {
  const { status, body } = await callApi(page, call)
  expect(status, JSON.stringify(body)).toBe(200)
}

/** Signs in and is past the first steps: the terms are accepted, the profile is reviewed. */
export async function enterByCalls(page: Page, account: Account, nickname = 'ada'): Promise<void> {
  await signInByCalls(page, account)
  await callWell(page, { method: 'POST', path: '/tos-agreement', body: { tosVersionId: termsInForce } })
  await callWell(page, {
    method: 'POST',
    path: `/users/${await ownId(page)}/complete-profile`,
    body: { firstName: 'Ada', lastName: 'Lovelace', nickname },
  })
}

/** Invites somebody, by mail alone. */
export async function inviteByCall(page: Page, workspaceId: string, email: string): Promise<void> {
  await callWell(page, { method: 'POST', path: `/workspace/${workspaceId}/members`, body: { email } })
}

/** Accepts all that the person is invited to. */
export async function acceptByCalls(page: Page): Promise<void> {
  const { body } = await callApi(page, { method: 'GET', path: '/invitations' })
  for (const { id } of body as { id: string }[]) {
    await callWell(page, { method: 'POST', path: `/invitations/${id}/accept` })
  }
}
