/** The sections of the admin page, in display order. */
export const adminSections = {
  create: { id: 'create-production-workspace', title: 'Create a production workspace' },
  accounts: { id: 'user-accounts', title: 'User accounts by email' },
  accountQuarantine: { id: 'account-quarantine', title: 'Manage account quarantine' },
  workspaceQuarantine: { id: 'workspace-quarantine', title: 'Manage workspace quarantine' },
  suspensions: { id: 'user-suspensions', title: 'Manage user suspensions' },
  owner: { id: 'workspace-owner', title: 'Who owns this workspace?' },
  report: { id: 'signup-report', title: 'Weekly signup report' },
  log: { id: 'staff-activity', title: 'Staff activity' },
} as const

export type AdminSectionName = keyof typeof adminSections
