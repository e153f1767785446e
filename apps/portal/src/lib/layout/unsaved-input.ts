/**
 * Keeps form input that could not be saved because saving failed or the session ended. It is restored when the same user
 * opens the form again. It stays in this tab, even while the browser is on the sign-in page.
 */
export interface UnsavedInput<Input> {
  keep(userId: string, input: Input): void
  /** Returns the unsaved input of this user. */
  take(userId: string): Input | undefined
  forget(): void
}

interface Kept<Input> {
  userId: string
  input: Input
}

const keyPrefix = 'SI-UNSAVED-'
const forgetters = new Set<(exceptUserId?: string) => void>()

function ownerOf(key: string): unknown {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept<unknown> | null)?.userId
  } catch {
    return undefined
  }
}

/**
 * Forgets unsaved input, so that the next user of this browser can't read it: all of it after a sign-out, and that of other users
 * after a sign-in. Includes forms that this page load has not opened.
 */
export function forgetUnsavedInput(exceptUserId?: string): void {
  for (const forget of forgetters) forget(exceptUserId)
  try {
    for (const key of Object.keys(sessionStorage)) {
      const isOwn = exceptUserId !== undefined && ownerOf(key) === exceptUserId
      if (key.startsWith(keyPrefix) && !isOwn) sessionStorage.removeItem(key)
    }
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
}

/** @param form the form's name in the key of the tab's session storage */
export function unsavedInput<Input>(form: string): UnsavedInput<Input> {
  const storageKey = `${keyPrefix}${form}`
  let kept: Kept<Input> | undefined
  forgetters.add((exceptUserId) => {
    if (kept?.userId !== exceptUserId) kept = undefined
  })

  function stored(): Kept<Input> | undefined {
    try {
      return (JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Kept<Input> | null) ?? undefined
    } catch {
      return undefined
    }
  }

  return {
    keep(userId, input) {
      kept = { userId, input }
      try {
        sessionStorage.setItem(storageKey, JSON.stringify(kept))
      } catch {
        // Without storage, the input is kept until the page closes.
      }
    },
    take(userId) {
      const found = kept ?? stored()
      return found?.userId === userId ? found.input : undefined
    },
    forget() {
      kept = undefined
      try {
        sessionStorage.removeItem(storageKey)
      } catch {
        // Storage is unavailable, so nothing was stored.
      }
    },
  }
}

/** Why a save button is disabled before the first change. */
export const nothingToSave = 'You have no changes to save.'
