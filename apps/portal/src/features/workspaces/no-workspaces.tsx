import { Button } from '@portal/ui/buttons/button'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { Card } from '@portal/ui/layout/card'
import { TextLink } from '@portal/ui/text/text-link'
import { env } from '../../lib/env.ts'
import { NothingFound } from '../../lib/layout/nothing-found.tsx'
import { shortName } from '../../lib/layout/short-name.ts'

const steps = [
  {
    title: 'Set up your first workspace',
    text: 'A workspace is where you model, review and change your infrastructure.',
  },
  {
    title: 'Invite your team',
    text: 'Add people by email, and choose who approves changes.',
  },
  {
    title: 'Connect your automation',
    text: 'Create an API token for your scripts and pipelines.',
  },
]

/** Shown instead of the list while the user has no workspaces. */
export function FirstSteps() {
  return (
    <div className="flex flex-col gap-4">
      <ol aria-label="First steps" className="grid list-none gap-4 desktop:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} aria-current={index === 0 ? 'step' : undefined}>
            <Card className="h-full">
              <div className="flex items-start gap-3">
                <span
                  aria-hidden="true"
                  className={`flex size-7 shrink-0 items-center justify-center rounded-full border font-semibold text-sm ${
                    index === 0
                      ? 'border-accent bg-accent text-on-accent forced-selection!'
                      : 'border-line-control text-content-muted'
                  }`}
                >
                  {index + 1}
                </span>
                <div className="flex min-w-0 flex-col gap-1 pt-0.5">
                  <h2 className="font-semibold text-lg">{title}</h2>
                  <p className="text-content-muted text-sm text-pretty">{text}</p>
                  {index === 0 && (
                    <LinkButton href="/workspace/new" tone="accent" icon="plus" className="mt-3 self-start">
                      Create New Workspace
                    </LinkButton>
                  )}
                </div>
              </div>
            </Card>
          </li>
        ))}
      </ol>
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
