/**
 * What was typed into a form and not saved, because saving failed or the session ended: for the form's next time. It stays
 * in this tab, also while the browser is away to sign in, and belongs to one person.
 */
export interface UnsavedInput<Input> {
  keep(userId: string, input: Input): void
  /** What this person typed, until it is saved. */
  take(userId: string): Input | undefined
  forget(): void
}

interface Kept<Input> {
  userId: string
  input: Input
}

/** @param storageKey where it is kept in this tab's storage */
export function unsavedInput<Input>(storageKey: string): UnsavedInput<Input> {
  let kept: Kept<Input> | undefined

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
        // Without storage it lasts as long as the page.
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
        // There is none.
      }
    },
  }
}
