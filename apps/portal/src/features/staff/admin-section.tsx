import type { ReactNode } from 'react'
import type { Anchor } from '../../lib/layout/anchor-nav.tsx'

interface Section extends Anchor {
  /** The heading. */
  title: string
}

/** The sections of the admin page, in display order. */
export const adminSections = {
  create: {
    id: 'create-production-workspace',
    label: 'Production workspace',
    icon: 'plus',
    title: 'Create a production workspace',
  },
  accounts: {
    id: 'user-accounts',
    label: 'Accounts by email',
    icon: 'mail',
    title: 'User accounts by email',
  },
  accountQuarantine: {
    id: 'account-quarantine',
    label: 'Account quarantine',
    icon: 'ban',
    title: 'Manage account quarantine',
  },
  workspaceQuarantine: {
    id: 'workspace-quarantine',
    label: 'Workspace quarantine',
    icon: 'ban',
    title: 'Manage workspace quarantine',
  },
  suspensions: {
    id: 'user-suspensions',
    label: 'User suspensions',
    icon: 'pause',
    title: 'Manage user suspensions',
  },
  owner: {
    id: 'workspace-owner',
    label: 'Workspace owner',
    icon: 'crown',
    title: 'Who owns this workspace?',
  },
  report: { id: 'signup-report', label: 'Signup report', icon: 'chart', title: 'Weekly signup report' },
  log: { id: 'staff-activity', label: 'Staff activity', icon: 'history', title: 'Staff activity' },
} as const satisfies Record<string, Section>

type AdminSectionName = keyof typeof adminSections

export interface AdminSectionProps {
  name: AdminSectionName
  intro: ReactNode
  children: ReactNode
}

/** One section of the admin page: its heading, a short introduction and its controls. */
export function AdminSection({ name, intro, children }: AdminSectionProps) {
  const { id, title } = adminSections[name]
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="flex flex-col gap-4">
      <div>
        <h2 id={`${id}-heading`} tabIndex={-1} className="font-semibold text-lg outline-none">
          {title}
        </h2>
        <p className="max-w-prose text-content-muted text-sm text-pretty">{intro}</p>
      </div>
      {children}
    </section>
  )
}
