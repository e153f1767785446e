import { lookUpShownAfterDays } from '@portal/contract/limits'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Anchor, AnchorNav } from '../../lib/layout/anchor-nav.tsx'
import { SectionShell } from '../../lib/layout/section-shell.tsx'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { AdminOverview } from './admin-overview.tsx'
import { AdminSection, adminSections } from './admin-section.tsx'
import { CreateProductionSection } from './create-production-section.tsx'
import { AccountsByEmailSection, WorkspaceOwnerSection } from './look-up-sections.tsx'
import { AdminGate } from './record-page.tsx'
import { AccountRestrictionSection, WorkspaceQuarantineSection } from './restriction-sections.tsx'
import { restrictedAccountsQuery } from './restrictions.ts'
import { SignupReportSection } from './signup-report-section.tsx'
import { isStaffRefusal, type StaffCheck, StaffCheckContext, staffCheckOf } from './staff-check.tsx'
import { StaffLog } from './staff-log.tsx'
import { StaffSearch } from './staff-search.tsx'

/** The admin page for staff: docs/product/staff.md#the-admin-page. */
export function AdminPage() {
  return (
    <AdminGate>
      <AdminSections />
    </AdminGate>
  )
}

/** The first list loads when the page opens. Its response shows whether the API works and treats the user as staff. */
function useFirstCheck(): StaffCheck {
  const { error, isPending } = useInfiniteQuery(restrictedAccountsQuery('quarantine'))
  return useMemo(() => staffCheckOf({ error, isPending }), [error, isPending])
}

/** The one notice of a refusal or an outage. Its button retries everything on the page that failed. */
function PageFailure({ failure }: Pick<StaffCheck, 'failure'>) {
  const client = useQueryClient()
  const retry = () =>
    client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  return <Failure error={failure} retry={isStaffRefusal(failure) ? undefined : () => void retry()} />
}

const overview: Anchor = { id: 'overview', label: 'Overview', icon: 'grid' }
const anchors = [overview, ...Object.values(adminSections)]

function AdminSections() {
  const check = useFirstCheck()
  return (
    <StaffCheckContext value={check}>
      <SectionShell parent="Staff" title="Admin" nav={<AnchorNav anchors={anchors} />}>
        <ShellSection
          intro={`Every look-up and action on this page is logged. Users see actions on their account immediately, and look-ups after ${lookUpShownAfterDays} days unless another staff member withholds them.`}
        >
          <PageFailure failure={check.failure} />
          <section
            id={overview.id}
            aria-label={overview.label}
            className="flex min-w-0 scroll-mt-60 flex-col gap-8 outline-none"
          >
            <StaffSearch />
            <AdminOverview />
          </section>
          <div className="flex min-w-0 flex-col gap-12 pt-6">
            <CreateProductionSection />
            <AccountsByEmailSection />
            <AccountRestrictionSection kind="quarantine" />
            <WorkspaceQuarantineSection />
            <AccountRestrictionSection kind="suspension" />
            <WorkspaceOwnerSection />
            <SignupReportSection />
            <AdminSection
              name="log"
              intro="Look-ups and actions by staff, newest first. Entries cannot be changed or removed."
            >
              <StaffLog />
            </AdminSection>
          </div>
        </ShellSection>
      </SectionShell>
    </StaffCheckContext>
  )
}
