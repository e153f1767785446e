/** Test setup with API calls instead of clicks: sign-in, terms, profile and invitations. */
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

/** The shared run uses the newest version by name. */
const termsInForce = readdirSync(join(import.meta.dirname, '../../../legal'))
  .sort()
  .at(-1)

/** Calls the API like the portal does, with the session of the page's browser context. */
export async function callApi(
  page: Page,
  { method, path, body }: Call,
): Promise<{ status: number; body: unknown }> {
  const context = page.context()
  const cookies = await context.cookies(addresses.api)
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const response = await context.request.fetch(`${addresses.api}${path}`, {
    method,
    headers: { origin: addresses.portal, 'x-xsrf-token': decodeURIComponent(token) },
    ...(method === 'GET' ? {} : { data: body ?? {} }),
  })
  const text = await response.text()
  return { status: response.status(), body: text === '' ? undefined : (JSON.parse(text) as unknown) }
}

export async function ownId(page: Page): Promise<string> {
  const { body } = await callApi(page, { method: 'GET', path: '/whoami' })
  return (body as { user: { id: string } }).user.id
}

/** Signs in by submitting the identity provider's form with requests. The page doesn't navigate. */
export async function signInByCalls(page: Page, { email, password }: Account): Promise<void> {
  const { request } = page.context()
  const form = await request.get(`${addresses.api}/auth/login`)
  // The provider skips the form if the user is already signed in there.
  if (form.url().startsWith(addresses.portal)) return
  const arrived = await request.post(`${form.url()}/sign-in`, { form: { email, password } })
  expect(new URL(arrived.url()).pathname).toBe('/login-success')
}

async function callSuccessfully(page: Page, call: Call): Promise<void> {
  const { status, body } = await callApi(page, call)
  expect(status, JSON.stringify(body)).toBe(200)
}

/** Signs in, accepts the terms and completes the profile. */
export async function enterByCalls(page: Page, account: Account, nickname = 'ada'): Promise<void> {
  await signInByCalls(page, account)
  await callSuccessfully(page, {
    method: 'POST',
    path: '/tos-agreement',
    body: { tosVersionId: termsInForce },
  })
  await callSuccessfully(page, {
    method: 'POST',
    path: `/users/${await ownId(page)}/complete-profile`,
    body: { firstName: 'Ada', lastName: 'Lovelace', nickname },
  })
}

/** Invites an email to a workspace. */
export async function inviteByCall(page: Page, workspaceId: string, email: string): Promise<void> {
  await callSuccessfully(page, { method: 'POST', path: `/workspace/${workspaceId}/members`, body: { email } })
}

/** Accepts all invitations of the signed-in user. */
export async function acceptByCalls(page: Page): Promise<void> {
  const { body } = await callApi(page, { method: 'GET', path: '/invitations' })
  for (const { id } of body as { id: string }[]) {
    await callSuccessfully(page, { method: 'POST', path: `/invitations/${id}/accept` })
  }
}
