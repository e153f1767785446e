import { TextLink } from '@portal/ui/text/text-link'
import { env } from '../../lib/env.ts'

/** Shown next to the create tile while the user has no workspaces. */
export function NoWorkspacesYet() {
  return (
    <div className="flex flex-col justify-center gap-1 px-4">
      <p className="font-medium">You have no workspaces yet</p>
      <p className="text-content-muted text-sm text-pretty">
        A workspace is where you model, review and change your infrastructure. Create your first one, or ask a
        workspace owner for an invitation.{' '}
        <TextLink href={env.docsUrl} isNewTab>
          Read the documentation
        </TextLink>
      </p>
    </div>
  )
}
