import { Link } from '@tanstack/react-router'
import { plainLink } from './plain-link.ts'

/** Explains why something cannot be shown. It has no request id and no retry button, because nothing is broken. */
export function MissingNotice({ message }: { message: string }) {
  return (
    <>
      <p>{message} It may have been deleted, or you may not have access to it.</p>
      <p>
        <Link to="/workspaces" className={plainLink}>
          Back to workspaces
        </Link>
      </p>
    </>
  )
}
