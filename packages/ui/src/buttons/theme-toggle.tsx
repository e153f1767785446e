import { useTheme } from '../lib/theme.ts'
import { IconButton } from './icon-button.tsx'

/** Switches between the light and the dark theme, and stores the choice. */
export function ThemeToggle() {
  const { theme, choose } = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <IconButton
      icon={theme === 'dark' ? 'sun' : 'moon'}
      label={`Use the ${other} theme`}
      size="sm"
      onPress={() => choose(other)}
      tooltipPlacement="bottom"
    />
  )
}
