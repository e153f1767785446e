import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'

export interface SegmentedControlProps<Value extends string> {
  /** Accessible name of the group. */
  label: string
  options: readonly { value: Value; label: string }[]
  /** The selected option. Undefined while none is. */
  value: Value | undefined
  onChange: (value: Value) => void
  isDisabled?: boolean
}

const segment = [
  'flex h-6 items-center justify-center rounded-sm px-2.5 text-content-muted text-sm outline-2 outline-unfocused',
  'transition-colors hover:text-content focus-visible:outline-focus disabled:pointer-events-none',
  'selected:bg-surface-raised selected:font-medium selected:text-content selected:shadow-raised selected:forced-selection!',
].join(' ')

/** Chooses one of a few short options, which are all visible. Arrow keys move between them. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, options, value, onChange, isDisabled = false } = props
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode="single"
      selectedKeys={value === undefined ? [] : [value]}
      onSelectionChange={(keys) => {
        const chosen = options.find((option) => keys.has(option.value))
        // Pressing the selected option again keeps it selected.
        if (chosen) onChange(chosen.value)
      }}
      isDisabled={isDisabled}
      className={`inline-flex w-fit gap-0.5 rounded-md border border-line bg-surface-sunken p-0.5 ${isDisabled ? 'opacity-60' : ''}`}
    >
      {options.map((option) => (
        <ToggleButton key={option.value} id={option.value} className={segment}>
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
