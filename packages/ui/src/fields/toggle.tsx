import type { ReactNode } from 'react'
import { SwitchButton, SwitchField, Text } from 'react-aria-components'

export interface ToggleProps {
  children: ReactNode
  /** A second line, which is the switch's accessible description. */
  description?: ReactNode
  isSelected?: boolean
  defaultSelected?: boolean
  onChange?: (isSelected: boolean) => void
  isDisabled?: boolean
  size?: 'sm' | 'md'
  name?: string
  className?: string
}

/** A switch that takes effect immediately, without a form to save. */
export function Toggle({
  children,
  description,
  isSelected,
  defaultSelected,
  onChange,
  isDisabled,
  size = 'md',
  name,
  className,
}: ToggleProps) {
  const track = size === 'sm' ? 'h-4 w-7' : 'h-5 w-9'
  const thumb = size === 'sm' ? 'size-3 group-selected:translate-x-3' : 'size-4 group-selected:translate-x-4'
  return (
    <SwitchField
      isSelected={isSelected}
      defaultSelected={defaultSelected}
      onChange={onChange}
      isDisabled={isDisabled}
      name={name}
      className={`flex flex-col gap-0.5 ${className ?? ''}`}
    >
      <SwitchButton className="group flex cursor-pointer items-center gap-2.5 text-sm disabled:cursor-not-allowed disabled:opacity-55">
        <span
          className={`${track} flex shrink-0 items-center rounded-full border border-line-strong bg-line-strong p-px outline-2 outline-unfocused outline-offset-2 transition-colors group-selected:border-accent group-selected:bg-accent group-hover:group-selected:bg-accent-hover group-focus-visible:outline-focus forced-colors:group-selected:bg-[Highlight]`}
        >
          <span
            className={`${thumb} rounded-full bg-toggle-thumb shadow-raised group-selected:bg-on-accent transition-transform`}
          />
        </span>
        <span className="min-w-0">{children}</span>
      </SwitchButton>
      {description && (
        <Text
          slot="description"
          className={`text-xs text-content-muted ${size === 'sm' ? 'pl-9.5' : 'pl-11.5'}`}
        >
          {description}
        </Text>
      )}
    </SwitchField>
  )
}
