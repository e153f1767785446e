import { roleLabels, type WorkspaceRole } from '@portal/contract/members/roles'
import type { SelectOption } from '@portal/ui/fields/select-options'

/** The roles that can be assigned. Ownership is transferred by an offer instead. */
export const roleOptions: readonly SelectOption<WorkspaceRole>[] = [
  { value: 'APPROVER', label: roleLabels.APPROVER },
  { value: 'EDITOR', label: roleLabels.EDITOR },
]
