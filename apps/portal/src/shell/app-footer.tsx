import { Link } from '@tanstack/react-router'
import { env } from '../lib/env.ts'
import { quietLink } from '../lib/layout/plain-link.ts'

export function AppFooter() {
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex w-full max-w-[1248px] flex-wrap items-center justify-between gap-x-6 gap-y-2 px-6 py-4 text-content-muted text-sm">
        <span>
          © {new Date().getFullYear()} {env.productName}
        </span>
        <nav aria-label="Help and legal" className="flex items-center gap-5">
          <a href={`mailto:${env.helpEmail}`} className={quietLink}>
            Help
          </a>
          <Link to="/legal/{-$docSlug}" className={quietLink}>
            Legal
          </Link>
        </nav>
      </div>
    </footer>
  )
}
