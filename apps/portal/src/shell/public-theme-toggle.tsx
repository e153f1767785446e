import { focusRing } from '@portal/ui/lib/focus-ring'
import { useTheme } from '@portal/ui/lib/theme'
import { type Ref, useRef } from 'react'

const drawings = {
  sun: 'M12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M4.93 19.07l1.41-1.41M17.66 6.34l1.41-1.41M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z',
  moon: 'M20.5 13.5A8.5 8.5 0 1 1 10.5 3.5a6.8 6.8 0 0 0 10 10Z',
  monitor: 'M4 4h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM8 20h8M12 16v4',
}

interface ThemeButtonProps {
  label: string
  drawing: keyof typeof drawings
  onClick: () => void
  ref?: Ref<HTMLButtonElement>
}

function ThemeButton({ label, drawing, onClick, ref }: ThemeButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className={`${focusRing} inline-flex size-8.5 items-center justify-center rounded-md text-content-muted transition-colors hover:bg-surface-hover hover:text-content active:bg-surface-pressed`}
    >
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className="size-4"
      >
        <path d={drawings[drawing]} />
      </svg>
    </button>
  )
}

/**
 * Toggles between light and dark on public pages, and can return to the system theme. These pages must load fast, so this
 * does not use the shared UI controls.
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
      {choice && <ThemeButton label="Use the system theme" drawing="monitor" onClick={followSystem} />}
      <ThemeButton
        ref={toggle}
        label={`Use the ${other} theme`}
        drawing={theme === 'dark' ? 'sun' : 'moon'}
        onClick={() => choose(other)}
      />
    </div>
  )
}
