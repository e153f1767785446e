import { Link } from '@tanstack/react-router'
import { quietLink } from '../../lib/layout/plain-link.ts'

/** The start of the path of a user's or workspace's page, with a link to the admin page. */
export function StaffPath() {
  return (
    <>
      Staff
      <span aria-hidden="true" className="text-content-subtle">
        /
      </span>
      <Link to="/workspace-admin" className={quietLink}>
        Admin
      </Link>
    </>
  )
}
