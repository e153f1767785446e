/** URLs of the auth API for browser navigations. */
import { pathOf } from '@portal/contract/endpoint'
import { signIn } from '@portal/contract/sign-in/sign-in'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { env } from '../env.ts'

export function loginUrl(isSignup = false): string {
  return `${env.apiUrl}${pathOf(signIn.start)}${isSignup ? '?signup=1' : ''}`
}

/** Makes the user of the current session sign in again. See docs/product/sign-in.md#fresh-sign-in. */
export function reauthenticationUrl(): string {
  return `${env.apiUrl}${pathOf(signIn.start)}?reauthenticate=1`
}

/** Makes the user sign in to the account that they said is theirs. See docs/product/account.md#is-it-yours. */
export function joinUrl(): string {
  return `${env.apiUrl}${pathOf(signIn.start)}?join=1`
}

export function logoutUrl(): string {
  return `${env.apiUrl}${pathOf(signIn.end)}`
}

/** `redirect` is a path inside the instance. The API ignores anything else. */
export function workspaceGoUrl(workspaceId: string, redirect?: string): string {
  const search = redirect ? `?${new URLSearchParams({ redirect })}` : ''
  return `${env.apiUrl}${pathOf(workspaces.go, { workspaceId })}${search}`
}
