import { Scene } from '@portal/ui/feedback/scene'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { WorkspacesButton } from './workspaces-button.tsx'

const problems: Record<string, { title: string; text: string }> = {
  quarantined: {
    title: 'This workspace is quarantined',
    text: 'It was paused for suspicious activity and cannot be opened. Its owner can contact support.',
  },
  address: {
    title: 'This address cannot be opened',
    text: 'The address is not valid. Open the workspace from your list instead.',
  },
}

const notAMember = {
  title: 'You are not a member of this workspace',
  text: 'It may have been deleted, or the account you are signed in with is not invited.',
}

/** Shown when the user cannot open the workspace. */
export function NotAMemberPage({ reason }: { reason?: string }) {
  const known = reason !== undefined && Object.hasOwn(problems, reason) ? problems[reason] : undefined
  const { title, text } = known ?? notAMember
  return (
    <NoticePage
      title={title}
      icon={<Scene name="locked" />}
      actions={<WorkspacesButton icon="arrow--left">Back to workspaces</WorkspacesButton>}
    >
      <p>{text}</p>
    </NoticePage>
  )
}
