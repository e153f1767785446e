import { LinkButton } from '@portal/ui/buttons/link-button'

/** Links a user's or workspace's page back to the admin page. */
export function BackToAdmin() {
  return (
    <LinkButton href="/workspace-admin" variant="ghost" icon="arrow--left">
      Admin
    </LinkButton>
  )
}
