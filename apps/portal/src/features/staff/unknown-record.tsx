import { Scene } from '@portal/ui/feedback/scene'
import { Link } from '@tanstack/react-router'
import { plainLink } from '../../lib/layout/plain-link.ts'

/** Shown if no user or workspace has the id in the URL. There is no retry button, because nothing is broken. */
export function UnknownRecord({ message }: { message: string }) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <Scene name="missing" />
      <p role="alert" className="text-content-muted">
        {message}
      </p>
      <Link to="/workspace-admin" className={plainLink}>
        Back to Admin
      </Link>
    </div>
  )
}
