import { use } from 'react'
import { ComboBoxStateContext, Popover } from 'react-aria-components'
import { controlPopover } from '../lib/control-style.ts'
import { SelectOptions } from './select-options.tsx'

// The list is as wide as the field, but leaves 12 px on each side of the window. If it overflowed the window, an arrow key
// would scroll the page sideways to the focused option, and scrolling closes the list.
const width = 'min-w-[min(var(--trigger-width),100%-24px)]!'

/** The list of a combo box, which shows the options that match the typed text. */
export function ComboBoxList({ emptyText }: { emptyText: string }) {
  const state = use(ComboBoxStateContext)
  // Scrolling the page closes the list. React Aria's own close would also reset the text to the selected option, and the
  // user would lose what they just typed. Toggling the list keeps the text until the field loses focus.
  const hide = () => state?.isOpen && state.toggle()
  return (
    <Popover
      offset={4}
      className={`${controlPopover} ${width}`}
      isOpen={state?.isOpen ?? false}
      onOpenChange={(isOpen) => !isOpen && hide()}
    >
      <SelectOptions emptyText={emptyText} />
    </Popover>
  )
}
