import { adminCreationFieldMaxLength } from '@portal/contract/limits'
import { Pill } from '@portal/ui/data/pill'
import { Table } from '@portal/ui/data/table'
import { Card } from '@portal/ui/layout/card'
import { ListPending } from '../../../lib/layout/list-pending.tsx'
import { AdminError } from '../admin-error.tsx'
import { AdminSection } from '../admin-section.tsx'
import { OneFieldForm } from '../one-field-form.tsx'
import { emailColumn, personIdColumn } from '../records/record-columns.tsx'
import { OrNone } from '../staff-links.tsx'
import { peopleOfAddressQuery } from './look-up-queries.ts'
import { signInMethod } from './sign-in-method.ts'
import { useLookUp } from './use-look-up.ts'

function YesNo({ isYes }: { isYes: boolean }) {
  return isYes ? <Pill tone="danger">Yes</Pill> : 'No'
}

/** "User accounts by email" (SPEC section 2, "Admin page"); the search does nothing while the field is empty. */
export function AccountsByEmailSection() {
  const lookUp = useLookUp(peopleOfAddressQuery)
  return (
    <AdminSection
      name="accounts"
      intro="Every account of an address, whatever its case. Each look is recorded."
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
      {lookUp.isLoading && !lookUp.data && <ListPending label="Loading the accounts..." />}
      <AdminError error={lookUp.error} onRetry={() => lookUp.text && lookUp.ask(lookUp.text)} />
      {lookUp.data && (
        <Table
          label="User accounts"
          rows={lookUp.data}
          rowKey={({ id }) => id}
          emptyState={`No account has the address ${lookUp.text}.`}
          columns={[
            personIdColumn,
            {
              id: 'method',
              header: 'Auth Id Prefix',
              isTruncated: true,
              cell: ({ auth0Id }) => <OrNone>{signInMethod(auth0Id)}</OrNone>,
            },
            emailColumn,
            {
              id: 'quarantined',
              header: 'Is Quarantined',
              cell: ({ quarantinedAt }) => <YesNo isYes={quarantinedAt !== null} />,
            },
            {
              id: 'suspended',
              header: 'Is Suspended',
              cell: ({ suspendedAt }) => <YesNo isYes={suspendedAt !== null} />,
            },
          ]}
        />
      )}
    </AdminSection>
  )
}
