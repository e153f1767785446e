import { Button } from '@portal/ui/buttons/button'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { NothingFound } from '../../lib/layout/nothing-found.tsx'

export interface NothingShownProps {
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
        scene="workspaces"
        title={searched === '' ? 'All your workspaces are hidden' : 'Only hidden workspaces match'}
        description="You have hidden them from your list."
        action={<Button onPress={onShowHidden}>Show hidden</Button>}
      />
    )
  return <NothingFound of="workspaces" search={searched} onClearSearch={onClearSearch} size="md" />
}
