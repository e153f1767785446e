import { Button } from '@portal/ui/buttons/button'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { TextLink } from '@portal/ui/text/text-link'
import { env } from '../../lib/env.ts'
import { NothingFound } from '../../lib/layout/nothing-found.tsx'
import { shortName } from '../../lib/layout/short-name.ts'
import { connectStep, inviteStep, StepCards } from './step-cards.tsx'

const createFirst = {
  title: 'Set up your first workspace',
  text: 'A workspace is where you model, review and change your infrastructure.',
  action: (
    <LinkButton href="/workspace/new" tone="accent" icon="plus">
      Create New Workspace
    </LinkButton>
  ),
}

/** Shown instead of the list while the user has no workspaces. */
export function FirstSteps() {
  return (
    <div className="flex flex-col gap-4">
      <StepCards steps={[createFirst, inviteStep, connectStep]} />
      <p className="text-content-muted text-sm">
        Does your team already have a workspace? Ask its owner to invite you.{' '}
        <TextLink href={env.docsUrl} isNewTab>
          Read the documentation
        </TextLink>
      </p>
    </div>
  )
}

interface NothingShownProps {
  searched: string
  /** Whether hidden workspaces match. */
  hasHidden: boolean
  onShowHidden: () => void
  onClearSearch: () => void
}

/** Replaces an empty list and explains why it is empty. */
export function NothingShown({ searched, hasHidden, onShowHidden, onClearSearch }: NothingShownProps) {
  if (hasHidden)
    return (
      <EmptyState
        scene={searched === '' ? 'workspaces' : 'search'}
        title={
          searched === ''
            ? 'All your workspaces are hidden'
            : `Only hidden workspaces match “${shortName(searched)}”`
        }
        action={
          <Button size="sm" onPress={onShowHidden}>
            Show hidden
          </Button>
        }
      />
    )
  return <NothingFound of="workspaces" search={searched} onClearSearch={onClearSearch} size="md" />
}
