import { adminIdFieldMaxLength } from '@portal/contract/limits'
import { Table } from '@portal/ui/data/table'
import { Card } from '@portal/ui/layout/card'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { AdminSection } from './admin-section.tsx'
import { LookUpError } from './look-up-error.tsx'
import { workspaceOwnerQuery } from './look-up-queries.ts'
import { OneFieldForm } from './one-field-form.tsx'
import { displayNameColumn, emailColumn, instanceUrlColumn } from './record-columns.tsx'
import { OrNone } from './staff-links.tsx'
import { useLookUp } from './use-look-up.ts'

/** The section "Who owns this workspace?". */
export function WorkspaceOwnerSection() {
  const lookUp = useLookUp(workspaceOwnerQuery)
  return (
    <AdminSection
      name="owner"
      intro="Finds the owner of a workspace and its instance URL. Each look-up is logged."
    >
      <Card>
        <OneFieldForm
          label="Workspace id"
          maxLength={adminIdFieldMaxLength}
          isMonospace
          buttonText="Find owner"
          icon="search"
          isLoading={lookUp.isLoading}
          onSubmit={lookUp.ask}
        />
      </Card>
      {lookUp.isLoading && !lookUp.data && <ListPending label="Loading the owner..." hasHeader />}
      <LookUpError error={lookUp.error} retry={() => lookUp.text && lookUp.ask(lookUp.text)} />
      {lookUp.data && (
        <Table
          label="Workspace owner"
          rows={[lookUp.data]}
          rowKey={({ email }) => email}
          columns={[
            {
              id: 'first',
              header: 'First name',
              isTruncated: true,
              cell: ({ firstName }) => <OrNone>{firstName}</OrNone>,
            },
            {
              id: 'last',
              header: 'Last name',
              isTruncated: true,
              cell: ({ lastName }) => <OrNone>{lastName}</OrNone>,
            },
            emailColumn,
            { ...displayNameColumn, isRowHeader: false },
            instanceUrlColumn,
          ]}
        />
      )}
    </AdminSection>
  )
}
