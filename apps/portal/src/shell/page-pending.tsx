/** Shown while the data or code of a page is loading. */
export function PagePending() {
  return (
    <div role="status" className="flex grow items-center justify-center px-6 py-24">
      <span className="sr-only">Loading...</span>
      <span
        aria-hidden="true"
        className="size-6 rounded-full border-2 border-line-strong border-t-accent motion-safe:animate-spin"
      />
    </div>
  )
}
