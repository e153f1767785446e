import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { AnchorNav } from '../../lib/layout/anchor-nav.tsx'
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
import { isStaffRefusal, type StaffStanding, StaffStandingContext } from './staff-standing.ts'

/** The admin page for staff: docs/product/staff.md#the-admin-page. */
export function AdminPage() {
  return (
    <AdminGate>
      <AdminSections />
    </AdminGate>
  )
}

/** The first list loads when the page opens. Its response shows whether the API treats the user as staff. */
function useStanding(): StaffStanding {
  const { error, isPending } = useInfiniteQuery(pausedPeopleQuery('quarantine'))
  const refusal = isStaffRefusal(error) ? error : undefined
  const isConfirmed = !isPending && !refusal
  return useMemo(() => ({ isConfirmed, refusal }), [isConfirmed, refusal])
}

const anchors = Object.values(adminSections)

function AdminSections() {
  const standing = useStanding()
  const { refusal } = standing
  return (
    <StaffStandingContext value={standing}>
      <SectionShell parent="Staff" title="Admin" nav={<AnchorNav anchors={anchors} />}>
        <ShellSection intro="Every look-up and action on this page is logged, and the user concerned can see it.">
          {refusal && <ErrorMessage {...errorTexts(refusal)} />}
          <StaffSearch />
          <div className="flex min-w-0 flex-col gap-12 pt-4">
            <CreateProductionSection />
            <AccountsByEmailSection />
            <AccountPauseSection kind="quarantine" />
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
          </div>
        </ShellSection>
      </SectionShell>
    </StaffStandingContext>
  )
}
