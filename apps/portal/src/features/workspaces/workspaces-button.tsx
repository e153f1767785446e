import { LinkButton, type LinkButtonProps } from '@portal/ui/buttons/link-button'
import { useSession } from '../../lib/guard/session.ts'
import { verifyFirst } from '../account/use-verification.ts'

type WorkspacesButtonProps = Pick<LinkButtonProps, 'children' | 'icon'>

/** Links to the workspaces page. While the email is unverified, it is disabled and shows why. */
export function WorkspacesButton(props: WorkspacesButtonProps) {
  const user = useSession()
  const isUnverified = user !== null && !user.emailVerified
  return <LinkButton {...props} href="/workspaces" isDisabled={isUnverified} disabledReason={verifyFirst} />
}
