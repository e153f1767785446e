import { Select } from '@portal/ui/fields/select'

const everyAct = 'all'

export interface ActSelectProps<Act extends string> {
  acts: readonly Act[]
  labels: Record<Act, string>
  /** The selected action. Undefined shows all of them. */
  value: Act | undefined
  onChange: (act: Act | undefined) => void
  className?: string
}

/** Filters a log by action. The first option shows everything. */
export function ActSelect<Act extends string>({
  acts,
  labels,
  value,
  onChange,
  className,
}: ActSelectProps<Act>) {
  return (
    <Select<Act | typeof everyAct>
      label="Event"
      isLabelHidden
      options={[
        { value: everyAct, label: 'All events' },
        ...acts.map((act) => ({ value: act, label: labels[act] })),
      ]}
      value={value ?? everyAct}
      onChange={(chosen) => onChange(chosen === null || chosen === everyAct ? undefined : chosen)}
      className={className}
    />
  )
}
