import { IconButton } from '@portal/ui/buttons/icon-button'
import type { WorkspacesView } from './workspaces-view.ts'

const views = [
  { id: 'grid', icon: 'grid', label: 'Cards' },
  { id: 'list', icon: 'list', label: 'List' },
] as const

export interface ViewSwitchProps {
  view: WorkspacesView
  onView: (view: WorkspacesView) => void
}

/** Switches between the card grid and the list. */
export function ViewSwitch({ view, onView }: ViewSwitchProps) {
  return (
    <fieldset aria-label="View" className="flex rounded-md border border-line p-0.5">
      {views.map(({ id, icon, label }) => (
        <IconButton
          key={id}
          icon={icon}
          label={label}
          size="sm"
          isSelected={view === id}
          onPress={() => onView(id)}
          className={view === id ? 'bg-surface-selected forced-selection!' : undefined}
        />
      ))}
    </fieldset>
  )
}
