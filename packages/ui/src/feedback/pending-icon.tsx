import { useContext } from 'react'
import { ProgressBarContext } from 'react-aria-components'
import { Icon, type IconSize } from '../text/icon.tsx'

/**
 * What stands in a pending button that is named by a label: the spinning icon, and the text that the button adds to its
 * name. A real progress bar would lose its own name there, since its value is read instead.
 */
export function PendingIcon({ text, size }: { text: string; size: IconSize }) {
  const context = useContext(ProgressBarContext)
  const id = context && 'id' in context ? context.id : undefined
  return (
    <>
      <Icon name="loader" size={size} />
      <span id={id} className="sr-only">
        {text}
      </span>
    </>
  )
}
