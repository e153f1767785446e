/**
 * What was typed into the profile and not saved, because saving failed or the session ended: for the form's next time.
 * It stays in this tab, also while the browser is away to sign in, and belongs to one person.
 */
import type { ProfileInput } from '@portal/contract/account'

const storageKey = 'SI-UNSAVED-PROFILE'

interface Kept {
  userId: string
  profile: ProfileInput
}

let kept: Kept | undefined

function stored(): Kept | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Kept | null) ?? undefined
  } catch {
    return undefined
  }
}

export const unsavedProfile = {
  keep(userId: string, profile: ProfileInput): void {
    kept = { userId, profile }
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(kept))
    } catch {
      // Without storage it lasts as long as the page.
    }
  },
  /** What this person typed, until it is saved. */
  take(userId: string): ProfileInput | undefined {
    const found = kept ?? stored()
    return found?.userId === userId ? found.profile : undefined
  },
  forget(): void {
    kept = undefined
    try {
      sessionStorage.removeItem(storageKey)
    } catch {
      // There is none.
    }
  },
}
