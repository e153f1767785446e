import { useRef } from 'react'
import { useTheme } from '../lib/theme.ts'
import { IconButton } from './icon-button.tsx'

export interface ThemeToggleProps {
  /** Adds a button that returns to the theme of the system, for pages without the profile menu. */
  canFollowSystem?: boolean
}

/** Switches between the light and the dark theme, and stores the choice. */
export function ThemeToggle({ canFollowSystem = false }: ThemeToggleProps) {
  const { theme, choice, choose, clearChoice } = useTheme()
  const toggle = useRef<HTMLButtonElement>(null)
  const other = theme === 'dark' ? 'light' : 'dark'

  function followSystem() {
    clearChoice()
    // The pressed button disappears, so the focus is moved.
    toggle.current?.focus()
  }

  return (
    <>
      {canFollowSystem && choice && (
        <IconButton
          icon="monitor"
          label="Use the system theme"
          size="sm"
          onPress={followSystem}
          tooltipPlacement="bottom"
        />
      )}
      <IconButton
        ref={toggle}
        icon={theme === 'dark' ? 'sun' : 'moon'}
        label={`Use the ${other} theme`}
        size="sm"
        onPress={() => choose(other)}
        tooltipPlacement="bottom"
      />
    </>
  )
}
