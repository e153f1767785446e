import { useId } from 'react'
import type { Copied } from './use-close-without-copying.tsx'

interface ShownSecretProps {
  /** What the secret is, such as "Token". */
  label: string
  value: string
  lastCopied: Copied | undefined
}

/** A secret in full, for a dialog that shows it once. */
export function ShownSecret({ label, value, lastCopied }: ShownSecretProps) {
  const labelId = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <span id={labelId} className="font-medium text-sm">
          {label}
        </span>
        <span role="status" className="text-sm text-success-text">
          {lastCopied && `${lastCopied === 'secret' ? label : 'Snippet'} copied!`}
        </span>
      </div>
      <fieldset aria-labelledby={labelId} className="rounded-lg border border-line bg-surface-sunken p-3">
        <code className="select-all font-mono text-content text-sm break-all">{value}</code>
      </fieldset>
    </div>
  )
}
