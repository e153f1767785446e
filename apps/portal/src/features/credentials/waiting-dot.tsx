/** Says next to a text that the page is watching for what it names. */
export const WaitingDot = () => (
  <span aria-hidden="true" className="flex size-4 shrink-0 items-center justify-center">
    <span className="size-2 rounded-full bg-warning motion-safe:animate-pulse" />
  </span>
)
