import type { ButtonSize } from '../lib/button-style.ts'
import { useTheme } from '../use-theme.tsx'
import { IconButton } from './icon-button.tsx'

/** Switches between the light and the dark theme, and stores the choice. */
export function ThemeToggle({ size = 'md' }: { size?: ButtonSize }) {
  const { theme, choose } = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <IconButton
      icon={theme === 'dark' ? 'sun' : 'moon'}
      label={`Use the ${other} theme`}
      size={size}
      onPress={() => choose(other)}
      tooltipPlacement="bottom"
    />
  )
}
