import { Select } from '@portal/ui/fields/select'

const everyAct = 'all'

export interface ActSelectProps<Act extends string> {
  acts: readonly Act[]
  labels: Record<Act, string>
  /** The act that is shown alone; undefined for all of them. */
  value: Act | undefined
  onChange: (act: Act | undefined) => void
  className?: string
}

/** Narrows a log to one kind of act. The first choice shows everything. */
export function ActSelect<Act extends string>({
  acts,
  labels,
  value,
  onChange,
  className,
}: ActSelectProps<Act>) {
  return (
    <Select<Act | typeof everyAct>
      label="Act"
      isLabelHidden
      options={[
        { value: everyAct, label: 'Every act' },
        ...acts.map((act) => ({ value: act, label: labels[act] })),
      ]}
      value={value ?? everyAct}
      onChange={(chosen) => onChange(chosen === null || chosen === everyAct ? undefined : chosen)}
      className={className}
    />
  )
}
