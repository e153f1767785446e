/** What the next sign-out in this tab leads to, in place of the marketing site. */
import { restorableMs } from '@portal/contract/limits'
import { serverNow } from '@portal/ui/lib/server-clock'
import { tabStorage } from '@portal/ui/lib/storage'
import { saveLoginRedirect } from './login-redirect.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The UTC day until which a deleted account can be restored. Not in the URL, so that no link can claim a deletion. */
    restorableUntil?: string
  }
}

const switchKey = 'SI-ACCOUNT-SWITCH'
const deletionKey = 'SI-ACCOUNT-DELETED'
const signInKey = 'SI-SIGN-IN-AGAIN'
/** After this, a sign-out has another reason. */
const lifetimeMs = 10 * 60_000

function keep(storageKey: string): void {
  tabStorage().setItem(storageKey, String(Date.now()))
}

/** Returns whether the key was kept a short time ago, and forgets it. */
function take(storageKey: string): boolean {
  const keptAt = tabStorage().getItem(storageKey)
  tabStorage().removeItem(storageKey)
  return keptAt !== null && Math.abs(Date.now() - Number(keptAt)) < lifetimeMs
}

/** Stores the return path. The caller then signs the user out, who signs in with another account. */
export function beginAccountSwitch(path: string): void {
  saveLoginRedirect(path)
  keep(switchKey)
}

/** Returns whether the last sign-out was part of an account switch, and clears the stored switch. */
export const takeAccountSwitch = (): boolean => take(switchKey)

/** Remembers that the user wants to sign in another way. The caller then signs the user out, also at the identity provider. */
export const keepOtherSignIn = (): void => keep(signInKey)

/** Returns whether the last sign-out was for another way to sign in, and clears that. */
export const takeOtherSignIn = (): boolean => take(signInKey)

/** Remembers that the user has deleted the account. The caller then signs the user out. */
export const keepAccountDeletion = (): void => keep(deletionKey)

/** Returns the UTC day until which the account deleted before this sign-out can be restored, and clears the stored deletion. */
export function takeAccountDeletion(): string | undefined {
  if (!take(deletionKey)) return undefined
  return new Date(serverNow().getTime() + restorableMs).toISOString().slice(0, 10)
}
