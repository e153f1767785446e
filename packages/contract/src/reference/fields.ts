import { accountFields } from './account-fields.ts'
import { billingFields } from './billing-fields.ts'
import { credentialFields } from './credential-fields.ts'
import type { FieldTexts } from './field-text.ts'
import { protocolFields } from './protocol-fields.ts'
import { staffFields } from './staff-fields.ts'
import { workspaceFields } from './workspace-fields.ts'

export const fieldGroups: readonly FieldTexts[] = [
  accountFields,
  workspaceFields,
  credentialFields,
  protocolFields,
  billingFields,
  staffFields,
]

/** The text of every field, by its name. */
export const fields: FieldTexts = Object.assign({}, ...fieldGroups)
