import type { ReactNode } from 'react'

/** A name and its value in a description list. */
export function FactRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="text-content-muted text-sm">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
