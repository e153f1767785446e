import { ProgressBar } from 'react-aria-components'
import { Icon } from '../text/icon.tsx'

/**
 * A spinner for work of unknown length. The label says to screen readers what is loading. It appears after 200 ms. Where adjacent
 * text already says so, use `<Icon name="loader" />`.
 */
export function Spinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <ProgressBar isIndeterminate aria-label={label} className="inline-flex animate-late">
      <Icon name="loader" />
    </ProgressBar>
  )
}
