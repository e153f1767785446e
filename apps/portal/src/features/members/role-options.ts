import { roleLabels, type WorkspaceRole } from '@portal/contract/permissions'
import type { SelectOption } from '@portal/ui/fields/select-options'

/** The roles that are given: Approver and Collaborator; ownership moves otherwise (SPEC section 6, RULES section 6). */
export const roleOptions: readonly SelectOption<WorkspaceRole>[] = [
  { value: 'APPROVER', label: roleLabels.APPROVER },
  { value: 'EDITOR', label: roleLabels.EDITOR },
]
