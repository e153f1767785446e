import type { ProfileInput } from '@portal/contract/account'
import { unsavedInput } from '../../lib/layout/unsaved-input.ts'

/** Unsaved changes to the profile. */
export const unsavedProfile = unsavedInput<ProfileInput>('PROFILE')
