import { overlayRow, overlayRowStates } from '@portal/ui/lib/overlay-style'
import { Icon } from '@portal/ui/text/icon'
import type { ComponentProps } from 'react'
import { MenuItem } from 'react-aria-components'
import type { PaletteEntry } from './command-palette-workspaces.ts'
import { areCharacterKeysOn } from './keys.ts'
import { Kbd } from './shortcuts.tsx'

/** An entry of the command palette. */
export function PaletteRow({ entry, onAction }: { entry: PaletteEntry; onAction: () => void }) {
  const { id, label, description, detail, isDetailUrl, icon, shortcut, disabledReason } = entry
  return (
    <MenuItem
      id={id}
      textValue={label}
      onAction={onAction}
      // Not disabled for React Aria, which would skip the item and make its reason unreachable by keyboard.
      render={(item) => (
        <div {...(item as ComponentProps<'div'>)} aria-disabled={disabledReason ? true : undefined} />
      )}
      className={`${overlayRow} ${overlayRowStates} aria-disabled:cursor-not-allowed`}
    >
      <Icon name={icon} size="sm" className={`text-content-muted ${disabledReason ? 'opacity-55' : ''}`} />
      <span className={`flex min-w-0 flex-col ${disabledReason ? 'opacity-55' : ''}`}>
        <span dir="auto" className="truncate [text-align:match-parent]">
          {label}
        </span>
        {description && <span className="truncate text-content-muted text-xs">{description}</span>}
      </span>
      {disabledReason && (
        <span className="ml-auto shrink-0 text-content-muted text-xs">{disabledReason}</span>
      )}
      {detail && (
        <span
          dir="auto"
          // Shrinks before the label.
          className={`ml-auto min-w-24 max-w-1/2 shrink-999 truncate text-end text-content-muted text-xs ${isDetailUrl ? 'font-mono' : ''}`}
        >
          {detail}
        </span>
      )}
      {shortcut && !disabledReason && areCharacterKeysOn() && (
        // Not part of the name. The list of shortcuts says it too.
        <span aria-hidden="true" className="ml-auto shrink-0">
          <Kbd keys={shortcut} />
        </span>
      )}
    </MenuItem>
  )
}
