/** The sections of the admin page that look something up by one text. */
import { adminCreationFieldMaxLength, adminIdFieldMaxLength } from '@portal/contract/limits'
import { Pill } from '@portal/ui/data/pill'
import { Table } from '@portal/ui/data/table'
import { Card } from '@portal/ui/layout/card'
import { TextLink } from '@portal/ui/text/text-link'
import type { ReactNode } from 'react'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { AdminSection, type AdminSectionProps } from './admin-section.tsx'
import { type LookUpOptions, peopleOfAddressQuery, useLookUp, workspaceOwnerQuery } from './look-ups.ts'
import { OneFieldForm, type OneFieldFormProps } from './one-field-form.tsx'
import { displayNameColumn, emailColumn, instanceUrlColumn, personIdColumn } from './record-columns.tsx'
import { LookUpError } from './staff-check.tsx'
import { OrNone, workspacePath } from './staff-links.tsx'
import { signInMethod } from './staff-texts.ts'

interface LookUpSectionProps<Data> extends Pick<AdminSectionProps, 'name' | 'intro'> {
  form: Omit<OneFieldFormProps, 'onSubmit' | 'isLoading' | 'request' | 'icon'>
  queryOf: (text: string) => LookUpOptions<Data>
  /** What is looked up, such as "the owner". */
  of: string
  children: (data: Data, text: string) => ReactNode
}

function LookUpSection<Data>({ form, queryOf, of, children, ...section }: LookUpSectionProps<Data>) {
  const { text = '', data, error, isLoading, ask } = useLookUp(queryOf)
  return (
    <AdminSection {...section}>
      <Card>
        <OneFieldForm {...form} icon="search" isLoading={isLoading} onSubmit={ask} />
      </Card>
      {isLoading && !data && <ListPending label={`Loading ${of}...`} hasHeader />}
      <LookUpError error={error} retry={() => text && ask(text)} />
      {data && children(data, text)}
    </AdminSection>
  )
}

function YesNo({ isYes }: { isYes: boolean }) {
  return isYes ? <Pill tone="danger">Yes</Pill> : 'No'
}

/** The section "User accounts by email". The search does nothing while the field is empty. */
export function AccountsByEmailSection() {
  return (
    <LookUpSection
      name="accounts"
      intro="Finds every account with this email. Case is ignored. Each look-up is logged."
      form={{
        label: 'Email',
        maxLength: adminCreationFieldMaxLength,
        buttonText: 'Search accounts',
        isEnabledWhenEmpty: true,
      }}
      queryOf={peopleOfAddressQuery}
      of="the accounts"
    >
      {(accounts, email) => (
        <Table
          label="User accounts"
          rows={accounts}
          rowKey={({ id }) => id}
          emptyState={`No account has the email ${email}.`}
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
    </LookUpSection>
  )
}

/** The section "Who owns this workspace?". */
export function WorkspaceOwnerSection() {
  return (
    <LookUpSection
      name="owner"
      intro="Finds the owner of a workspace and its instance URL. Each look-up is logged."
      form={{
        label: 'Workspace id',
        maxLength: adminIdFieldMaxLength,
        isMonospace: true,
        buttonText: 'Find owner',
      }}
      queryOf={workspaceOwnerQuery}
      of="the owner"
    >
      {(owner, workspaceId) => (
        <Table
          label="Workspace owner"
          rows={[owner]}
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
            {
              ...displayNameColumn,
              isRowHeader: false,
              cell: ({ displayName }) => (
                <TextLink href={workspacePath(workspaceId)}>
                  <bdi>{displayName}</bdi>
                </TextLink>
              ),
            },
            instanceUrlColumn,
          ]}
        />
      )}
    </LookUpSection>
  )
}
