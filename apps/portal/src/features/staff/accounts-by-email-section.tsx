import { adminCreationFieldMaxLength } from '@portal/contract/limits'
import { Pill } from '@portal/ui/data/pill'
import { Table } from '@portal/ui/data/table'
import { Card } from '@portal/ui/layout/card'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { AdminSection } from './admin-section.tsx'
import { LookUpError } from './look-up-error.tsx'
import { peopleOfAddressQuery } from './look-up-queries.ts'
import { OneFieldForm } from './one-field-form.tsx'
import { emailColumn, personIdColumn } from './record-columns.tsx'
import { signInMethod } from './staff-labels.ts'
import { OrNone } from './staff-links.tsx'
import { useLookUp } from './use-look-up.ts'

function YesNo({ isYes }: { isYes: boolean }) {
  return isYes ? <Pill tone="danger">Yes</Pill> : 'No'
}

/** The section "User accounts by email". The search does nothing while the field is empty. */
export function AccountsByEmailSection() {
  const lookUp = useLookUp(peopleOfAddressQuery)
  return (
    <AdminSection
      name="accounts"
      intro="Finds every account with this email. Case is ignored. Each look-up is logged."
    >
      <Card>
        <OneFieldForm
          label="Email"
          maxLength={adminCreationFieldMaxLength}
          buttonText="Search accounts"
          icon="search"
          isEnabledWhenEmpty
          isLoading={lookUp.isLoading}
          onSubmit={lookUp.ask}
        />
      </Card>
      {lookUp.isLoading && !lookUp.data && <ListPending label="Loading the accounts..." hasHeader />}
      <LookUpError error={lookUp.error} retry={() => lookUp.text && lookUp.ask(lookUp.text)} />
      {lookUp.data && (
        <Table
          label="User accounts"
          rows={lookUp.data}
          rowKey={({ id }) => id}
          emptyState={`No account has the email ${lookUp.text}.`}
          columns={[
            personIdColumn,
            {
              id: 'method',
              header: 'Auth id prefix',
              isTruncated: true,
              cell: ({ auth0Id }) => <OrNone>{signInMethod(auth0Id)}</OrNone>,
            },
            emailColumn,
            {
              id: 'quarantined',
              header: 'Is quarantined',
              cell: ({ quarantinedAt }) => <YesNo isYes={quarantinedAt !== null} />,
            },
            {
              id: 'suspended',
              header: 'Is suspended',
              cell: ({ suspendedAt }) => <YesNo isYes={suspendedAt !== null} />,
            },
          ]}
        />
      )}
    </AdminSection>
  )
}
