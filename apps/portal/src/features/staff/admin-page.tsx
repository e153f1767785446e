import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { AnchorNav } from '../../lib/layout/anchor-nav.tsx'
import { BelowFold } from '../../lib/layout/below-fold.tsx'
import { SectionShell } from '../../lib/layout/section-shell.tsx'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { errorTexts } from '../../lib/request/error-messages.ts'
import { AdminGate } from './admin-gate.tsx'
import { AdminSection, adminSections } from './admin-section.tsx'
import { AccountPauseSection } from './pauses/account-pause-section.tsx'
import { pausedPeopleQuery } from './pauses/list-queries.ts'
import { WorkspaceQuarantineSection } from './pauses/workspace-quarantine-section.tsx'
import { CreateProductionSection } from './production/create-production-section.tsx'
import { StaffLog } from './records/staff-log.tsx'
import { SignupReportSection } from './reports/signup-report-section.tsx'
import { AccountsByEmailSection } from './search/accounts-by-email-section.tsx'
import { StaffSearch } from './search/staff-search.tsx'
import { WorkspaceOwnerSection } from './search/workspace-owner-section.tsx'
import { isStaffRefusal, type StaffStanding, StaffStandingContext, standingOf } from './staff-standing.ts'

/** The admin page for staff: docs/product/staff.md#the-admin-page. */
export function AdminPage() {
  return (
    <AdminGate>
      <AdminSections />
    </AdminGate>
  )
}

/** The first list loads when the page opens. Its response shows whether the API works and treats the user as staff. */
function useStanding(): StaffStanding {
  const { error, isPending } = useInfiniteQuery(pausedPeopleQuery('quarantine'))
  return useMemo(() => standingOf({ error, isPending }), [error, isPending])
}

/** The one notice of a refusal or an outage. Its button retries everything on the page that failed. */
function PageFailure({ failure }: Pick<StaffStanding, 'failure'>) {
  const client = useQueryClient()
  if (!failure) return null
  if (isStaffRefusal(failure)) return <ErrorMessage {...errorTexts(failure)} />
  const retry = () =>
    client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  return <ErrorMessage {...errorTexts(failure)} onRetry={() => void retry()} />
}

const anchors = Object.values(adminSections)

function AdminSections() {
  const standing = useStanding()
  return (
    <StaffStandingContext value={standing}>
      <SectionShell parent="Staff" title="Admin" nav={<AnchorNav anchors={anchors} />}>
        <ShellSection intro="Every look-up and action on this page is logged, and the user concerned can see it.">
          <PageFailure failure={standing.failure} />
          <StaffSearch />
          <div className="flex min-w-0 flex-col gap-12 pt-4">
            <CreateProductionSection />
            <AccountsByEmailSection />
            <AccountPauseSection kind="quarantine" />
            {/* On a return visit, the standing is cached. */}
            <BelowFold isImmediate={standing.isConfirmed} heightRem={130}>
              <WorkspaceQuarantineSection />
              <AccountPauseSection kind="suspension" />
              <WorkspaceOwnerSection />
              <SignupReportSection />
              <AdminSection
                name="log"
                intro="Look-ups and actions by staff, newest first. Entries cannot be changed or removed."
              >
                <StaffLog />
              </AdminSection>
            </BelowFold>
          </div>
        </ShellSection>
      </SectionShell>
    </StaffStandingContext>
  )
}
