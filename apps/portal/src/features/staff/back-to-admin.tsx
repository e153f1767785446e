import { LinkButton } from '@portal/ui/buttons/link-button'

/** From a page about one person or workspace to the staff's page. */
export function BackToAdmin() {
  return (
    <LinkButton href="/workspace-admin" variant="ghost" icon="arrow--left">
      Admin
    </LinkButton>
  )
}
