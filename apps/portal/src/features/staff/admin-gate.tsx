import { Icon } from '@portal/ui/text/icon'
import type { ReactNode } from 'react'
import { useFlag } from '../../lib/analytics/flags.ts'
import { useUser } from '../../lib/guard/session.ts'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { WorkspacesButton } from '../workspaces/workspaces-button.tsx'

/** Renders the staff pages while the ADMIN_PAGE flag is on, and otherwise a notice that they are disabled. */
export function AdminGate({ children }: { children: ReactNode }) {
  const isOn = useFlag('ADMIN_PAGE', useUser())
  if (isOn) return children
  return (
    <NoticePage
      title="Feature not Enabled for account"
      tabTitle="Admin"
      icon={<Icon name="shield" size="2xl" className="text-content-subtle" />}
      actions={<WorkspacesButton icon="arrow--left">Back to workspaces</WorkspacesButton>}
    >
      <p>The admin page isn't enabled for your account.</p>
    </NoticePage>
  )
}
