import { use } from 'react'
import { ComboBoxStateContext, Popover } from 'react-aria-components'
import { controlPopover } from '../lib/control-style.ts'
import { SelectOptions } from './select-options.tsx'

// As wide as the field, but never wider than the window between the distances that the list keeps from its edges (12 px each):
// a list that juts out makes the page scroll sideways to the option that an arrow key reaches, and scrolling closes the list.
const width = 'min-w-[min(var(--trigger-width),100%-24px)]!'

/** The list of a combo box: the choices that what is typed leaves. */
export function ComboBoxList({ emptyText }: { emptyText: string }) {
  const state = use(ComboBoxStateContext)
  // The list closes when the page scrolls under it. By itself it would then also set the text back to the chosen one: what was
  // just typed would be lost. The text is set back when the field is left, and not before.
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
