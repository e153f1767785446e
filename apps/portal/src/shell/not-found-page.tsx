import { Scene } from '@portal/ui/feedback/scene'
import { Link } from '@tanstack/react-router'
import { useSession } from '../lib/guard/session.ts'
import { NoticePage } from '../lib/layout/notice-page.tsx'
import { plainLink } from '../lib/layout/plain-link.ts'

/** Shown for unknown paths. */
export function NotFoundPage() {
  const user = useSession()
  return (
    <NoticePage title="404 not found :(" tabTitle="Not found" icon={<Scene name="missing" />}>
      <p>There is no page at this address.</p>
      {user && (
        <p>
          <Link to="/workspaces" className={plainLink}>
            Back to workspaces
          </Link>
        </p>
      )}
      <p>
        <Link to="/login" className={plainLink}>
          Back to login
        </Link>
      </p>
    </NoticePage>
  )
}
