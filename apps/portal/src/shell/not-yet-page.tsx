import { Icon } from '@portal/ui/icon'
import { LinkButton } from '@portal/ui/link-button'
import { NoticePage } from '../lib/notice-page.tsx'

/** For a page whose turn has not come. */
export function NotYetPage({ title }: { title: string }) {
  return (
    <NoticePage
      title={title}
      icon={<Icon name="clock" size="xl" className="text-content-subtle" />}
      actions={
        <LinkButton href="/workspaces" icon="arrow--left">
          Back to workspaces
        </LinkButton>
      }
    >
      <p>This page is not available yet.</p>
    </NoticePage>
  )
}
