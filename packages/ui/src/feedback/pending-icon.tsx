import { useContext } from 'react'
import { ProgressBarContext } from 'react-aria-components'
import { Icon, type IconSize } from '../text/icon.tsx'

/**
 * The content of a pending button that has an accessible label: the spinning icon, and the text added to the button's
 * name. A real progress bar would not work here, because its value is read instead of its name.
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
