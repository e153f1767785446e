import type { ProfileInput } from '@portal/contract/account'
import { unsavedInput } from './layout/unsaved-input.ts'

/** What was typed into the profile and not saved. */
export const unsavedProfile = unsavedInput<ProfileInput>('SI-UNSAVED-PROFILE')
