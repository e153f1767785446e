import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { controlOption } from '../lib/control-style.ts'

export interface SelectOption<Value extends string = string> {
  /** Must not be empty, because a field treats empty text as no value. */
  value: Value
  label: string
  /** A line below the label. */
  description?: string
  isDisabled?: boolean
}

/** The list of options of a select or a combo box. */
export function SelectOptions({
  items,
  emptyText,
}: {
  /** Omit inside a combo box, which provides the items itself. */
  items?: readonly SelectOption[]
  emptyText?: ReactNode
}) {
  return (
    <ListBox<SelectOption>
      items={items}
      className="max-h-72 overflow-y-auto overscroll-contain p-1 outline-none"
      renderEmptyState={() => <div className="px-2 py-1.5 text-content-muted text-sm">{emptyText}</div>}
    >
      {(option) => (
        <ListBoxItem
          id={option.value}
          textValue={option.label}
          isDisabled={option.isDisabled}
          className={controlOption}
        >
          {({ isSelected }) => (
            <>
              <span className="flex min-w-0 flex-1 flex-col">
                <bdi className="break-words">{option.label}</bdi>
                {option.description && (
                  <span className="text-content-muted text-sm wrap-anywhere">{option.description}</span>
                )}
              </span>
              <Check
                aria-hidden
                className={`mt-0.5 size-4 shrink-0 text-accent-text ${isSelected ? '' : 'invisible'}`}
              />
            </>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  )
}
