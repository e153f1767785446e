import type { ProfileInput } from '@portal/contract/account'

let kept: { userId: string; profile: ProfileInput } | undefined

/** What was typed into a profile whose saving failed, for the form's next time: the failure leads away from the page. */
export const unsavedProfile = {
  keep(userId: string, profile: ProfileInput): void {
    kept = { userId, profile }
  },
  /** What this person typed, until it is saved. */
  take(userId: string): ProfileInput | undefined {
    return kept?.userId === userId ? kept.profile : undefined
  },
  forget(): void {
    kept = undefined
  },
}
