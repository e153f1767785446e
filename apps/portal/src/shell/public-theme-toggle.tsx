import { focusRing } from '@portal/ui/lib/focus-ring'
import { useTheme } from '@portal/ui/use-theme'

const drawings = {
  sun: 'M12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M4.93 19.07l1.41-1.41M17.66 6.34l1.41-1.41M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z',
  moon: 'M20.5 13.5A8.5 8.5 0 1 1 10.5 3.5a6.8 6.8 0 0 0 10 10Z',
}

/**
 * Changes between light and dark on pages that come before sign-in (SPEC section 2, "App shell"). These are over in a
 * second or are the first that is seen, so it stands on its own and brings none of the controls with it.
 */
export function PublicThemeToggle() {
  const { theme, choose } = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  const label = `Use the ${other} theme`
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => choose(other)}
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
        <path d={theme === 'dark' ? drawings.sun : drawings.moon} />
      </svg>
    </button>
  )
}
