import { CopyButton } from '@portal/ui/buttons/copy-button'

export function Identifier({ children, className = '' }: { children: string; className?: string }) {
  return <code className={`font-mono text-xs ${className}`}>{children}</code>
}

/** An id with a copy button. */
export function CopyableId({ id, label }: { id: string; label: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <Identifier className="truncate">{id}</Identifier>
      <CopyButton text={id} label={label} size="xs" />
    </span>
  )
}
