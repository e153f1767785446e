import { focusRing } from '@portal/ui/lib/focus-ring'
import { useTheme } from '@portal/ui/lib/theme'
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { type Ref, useRef } from 'react'

interface ThemeButtonProps {
  label: string
  Icon: LucideIcon
  onClick: () => void
  ref?: Ref<HTMLButtonElement>
}

function ThemeButton({ label, Icon, onClick, ref }: ThemeButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className={`${focusRing} inline-flex size-8.5 items-center justify-center rounded-md text-content-muted transition-colors hover:bg-surface-hover hover:text-content active:bg-surface-pressed`}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}

/**
 * Toggles between light and dark on public pages, and can return to the system theme. It uses no controls, because the sign-in page
 * loads none.
 */
export function PublicThemeToggle() {
  const { theme, choice, choose, clearChoice } = useTheme()
  const toggle = useRef<HTMLButtonElement>(null)
  const other = theme === 'dark' ? 'light' : 'dark'

  function followSystem() {
    clearChoice()
    // The pressed button disappears, so the focus is moved.
    toggle.current?.focus()
  }

  return (
    <div className="-mr-2 flex items-center gap-1">
      {choice && <ThemeButton label="Use the system theme" Icon={Monitor} onClick={followSystem} />}
      <ThemeButton
        ref={toggle}
        label={`Use the ${other} theme`}
        Icon={theme === 'dark' ? Sun : Moon}
        onClick={() => choose(other)}
      />
    </div>
  )
}
