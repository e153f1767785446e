import { LinkButton, type LinkButtonProps } from '@portal/ui/buttons/link-button'
import { useSession } from '../guard/session.ts'
import { verifyFirst } from '../use-verification.ts'

type WorkspacesButtonProps = Pick<LinkButtonProps, 'children' | 'icon'>

/** Leads to the workspaces, and says why it cannot while the email is unverified. */
export function WorkspacesButton(props: WorkspacesButtonProps) {
  const user = useSession()
  const isUnverified = user !== null && !user.emailVerified
  return <LinkButton {...props} href="/workspaces" isDisabled={isUnverified} disabledReason={verifyFirst} />
}
