import { Scene } from '@portal/ui/feedback/scene'
import { Icon } from '@portal/ui/text/icon'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFlag } from '../../lib/analytics/flags.ts'
import { useUser } from '../../lib/guard/session.ts'
import { type Anchor, AnchorNav } from '../../lib/layout/anchor-nav.tsx'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { plainLink, quietLink } from '../../lib/layout/plain-link.ts'
import { SectionShell } from '../../lib/layout/section-shell.tsx'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { errorTexts, isMissing } from '../../lib/request/error-messages.ts'
import { WorkspacesButton } from '../workspaces/workspaces-button.tsx'
import type { LookUpOptions } from './look-ups.ts'
import { LookUpError } from './staff-check.tsx'

/** Renders the staff pages while the ADMIN_PAGE flag is on, and otherwise a notice that they are disabled. */
export function AdminGate({ children }: { children: ReactNode }) {
  const isOn = useFlag('ADMIN_PAGE', useUser())
  if (isOn) return children
  return (
    <NoticePage
      title="Feature not Enabled for account"
      tabTitle="Admin"
      icon={<Icon name="shield" size="2xl" className="text-content-subtle" />}
      actions={<WorkspacesButton icon="arrow--left">Back to workspaces</WorkspacesButton>}
    >
      <p>The admin page isn't enabled for your account.</p>
    </NoticePage>
  )
}

/** The start of the path, with a link to the admin page. */
const staffPath = (
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

/** Shown if no user or workspace has the id in the URL. There is no retry button, because nothing is broken. */
function UnknownRecord({ message }: { message: string }) {
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

export interface RecordPageProps<Report> {
  options: LookUpOptions<Report>
  /** What the page is about, such as "user". */
  noun: string
  anchors: readonly Anchor[]
  titleOf: (report: Report) => string
  introOf: (report: Report) => ReactNode
  badges: (report: Report) => ReactNode
  actions: (report: Report) => ReactNode
  children: (report: Report) => ReactNode
}

/**
 * The page of one user or workspace: docs/product/staff.md#person-and-workspace-pages. Keeps one heading element while the report
 * loads, so that it doesn't lose the focus set by the navigation.
 */
export function RecordPage<Report>(props: RecordPageProps<Report>) {
  return (
    <AdminGate>
      <RecordContent {...props} />
    </AdminGate>
  )
}

function RecordContent<Report>({ options, noun, anchors, children, ...page }: RecordPageProps<Report>) {
  const query = useQuery(options)
  const isUnknown = isMissing(query.error)
  // The cache may have the report from before the deletion.
  const report = isUnknown ? undefined : query.data
  return (
    <SectionShell
      parent={staffPath}
      title={report ? page.titleOf(report) : noun.charAt(0).toUpperCase() + noun.slice(1)}
      badges={report && page.badges(report)}
      actions={report && page.actions(report)}
      nav={!isUnknown && <AnchorNav anchors={anchors} />}
    >
      {isUnknown ? (
        <UnknownRecord message={errorTexts(query.error).message} />
      ) : (
        <ShellSection intro={report && page.introOf(report)}>
          {query.isPending && <ListPending label={`Loading the ${noun}...`} />}
          <LookUpError error={query.error} retry={() => void query.refetch()} />
          {report && <div className="flex min-w-0 flex-col gap-10">{children(report)}</div>}
        </ShellSection>
      )}
    </SectionShell>
  )
}
