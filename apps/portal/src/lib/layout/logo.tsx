/** The product's mark: an arch with its door ajar. It takes the accent color. */
export function Logo({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path d="M5 29V15.5a11 11 0 0 1 22 0V29" fill="none" strokeWidth="3.6" className="stroke-accent" />
      <path d="M10.2 29V15.8a6 6 0 0 1 6-6h1.6V29Z" className="fill-accent" />
    </svg>
  )
}
