export interface DividerProps {
  orientation?: 'horizontal' | 'vertical'
  /** A short text in the middle of a horizontal line, such as "or". */
  label?: string
  className?: string
}

/** A hairline between two elements. */
export function Divider({ orientation = 'horizontal', label, className = '' }: DividerProps) {
  if (label) {
    return (
      <div className={`flex items-center gap-3 text-content-muted text-xs ${className}`}>
        <span aria-hidden="true" className="h-px grow bg-line" />
        {label}
        <span aria-hidden="true" className="h-px grow bg-line" />
      </div>
    )
  }
  if (orientation === 'vertical') {
    return (
      <hr
        aria-orientation="vertical"
        className={`m-0 min-h-4 w-px shrink-0 self-stretch border-0 bg-line ${className}`}
      />
    )
  }
  return <hr className={`m-0 h-px w-full shrink-0 border-0 bg-line ${className}`} />
}
