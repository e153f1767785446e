import type { ReactNode } from 'react'

interface Fact {
  name: string
  value: ReactNode
  /** Whether the value is a long text, which gets a full row. */
  isLong?: boolean
}

/** A list of labeled values. */
export function FactList({ label, facts }: { label: string; facts: readonly Fact[] }) {
  return (
    <dl
      aria-label={label}
      className="grid gap-x-8 rounded-lg border border-line bg-surface-raised px-5 py-2 desktop:grid-cols-2"
    >
      {facts.map(({ name, value, isLong }) => (
        <div
          key={name}
          className={`flex min-w-0 items-baseline gap-3 py-1.5 ${isLong ? 'desktop:col-span-2' : ''}`}
        >
          <dt className="w-36 shrink-0 text-content-muted text-sm">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
