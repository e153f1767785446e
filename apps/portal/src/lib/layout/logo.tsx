/** The product's logo. It takes the accent color. */
export function Logo({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g
        className="stroke-on-accent"
        fill="none"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M9.5 21.5v-7a4 4 0 0 1 4-4h5" />
        <path d="M22.5 10.5v7a4 4 0 0 1-4 4h-5" />
      </g>
      <g className="fill-on-accent">
        <circle cx="22.5" cy="10.5" r="2.4" />
        <circle cx="9.5" cy="21.5" r="2.4" />
      </g>
    </svg>
  )
}
