import { Icon } from '@portal/ui/text/icon'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { WorkspacesButton } from '../../lib/layout/workspaces-button.tsx'

const problems: Record<string, { title: string; text: string }> = {
  quarantined: {
    title: 'This workspace is quarantined',
    text: 'It has been paused for suspicious activity and cannot be opened until that is cleared up. Its owner can contact support.',
  },
  address: {
    title: 'This address cannot be opened',
    text: 'Something in the address is not right. Open the workspace from your list instead.',
  },
}

const notAMember = {
  title: 'You are not a member of this workspace',
  text: 'It may have been deleted, or its owner has not invited the account that you are signed in with.',
}

/** Where a workspace that may not be opened leads (RULES sections 1 and 3). */
export function NotAMemberPage({ reason }: { reason?: string }) {
  const known = reason !== undefined && Object.hasOwn(problems, reason) ? problems[reason] : undefined
  const { title, text } = known ?? notAMember
  return (
    <NoticePage
      title={title}
      icon={<Icon name="lock" size="xl" className="text-content-subtle" />}
      actions={<WorkspacesButton icon="arrow--left">Back to workspaces</WorkspacesButton>}
    >
      <p>{text}</p>
    </NoticePage>
  )
}
