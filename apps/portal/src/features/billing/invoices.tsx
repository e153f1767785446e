import type { billing, Invoice } from '@portal/contract/billing/billing'
import type { CallResult } from '@portal/contract/endpoint'
import { Pill, type PillProps } from '@portal/ui/data/pill'
import { Table, type TableColumn } from '@portal/ui/data/table'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { TextLink } from '@portal/ui/text/text-link'
import { Timestamp } from '@portal/ui/text/timestamp'
import type { UseQueryResult } from '@tanstack/react-query'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { Failure, NotLoaded } from '../../lib/request/failure.tsx'
import { invoiceName, money } from './invoice-rules.ts'

const states: Record<Invoice['status'], [label: string, tone: PillProps['tone']]> = {
  draft: ['Draft', 'neutral'],
  open: ['Open', 'warning'],
  paid: ['Paid', 'success'],
  uncollectible: ['Uncollectible', 'neutral'],
  void: ['Void', 'neutral'],
}

function StatusCell({ invoice }: { invoice: Invoice }) {
  const [label, tone] = invoice.isOverdue ? ['Overdue', 'danger' as const] : states[invoice.status]
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Pill tone={tone}>{label}</Pill>
      {invoice.paymentUrl && (
        <TextLink href={invoice.paymentUrl} isNewTab aria-label={`Pay invoice ${invoiceName(invoice)}`}>
          Pay
        </TextLink>
      )}
    </span>
  )
}

const columns: TableColumn<Invoice>[] = [
  {
    id: 'number',
    header: 'Invoice',
    isRowHeader: true,
    cell: (invoice) => <span className="whitespace-nowrap tabular-nums">{invoiceName(invoice)}</span>,
  },
  {
    id: 'date',
    header: 'Date',
    cell: ({ createdAt }) => <Timestamp date={createdAt} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    cell: ({ total, currency }) => money(total, currency),
  },
  { id: 'status', header: 'Status', cell: (invoice) => <StatusCell invoice={invoice} /> },
  {
    id: 'document',
    header: 'Document',
    isHeaderHidden: true,
    align: 'right',
    cell: (invoice) =>
      invoice.pdfUrl && (
        <TextLink href={invoice.pdfUrl} isNewTab aria-label={`PDF of invoice ${invoiceName(invoice)}`}>
          PDF
        </TextLink>
      ),
  },
]

/** As tall as a table with one invoice, the most common case, so that the page does not shift when the invoices load. */
const invoicesHeight = 'h-19.75 w-full'

function NoInvoice() {
  return (
    <p
      className={`flex items-center justify-center rounded-lg border border-line bg-surface-raised text-content-muted text-sm ${invoicesHeight}`}
    >
      No invoices yet.
    </p>
  )
}

interface InvoicesProps {
  query: UseQueryResult<CallResult<typeof billing.listInvoices>, Error>
  /** Whether the provider is unavailable. The notice at the top of the page then explains why the invoices are missing. */
  isProviderUnavailable: boolean
}

/** The latest invoices, with their status and PDF. See docs/product/billing.md#invoices. */
export function Invoices({ query, isProviderUnavailable }: InvoicesProps) {
  const { data, error, refetch } = query
  return (
    <TitledSection id="invoices" title="Invoices">
      {data?.invoices.length === 0 ? (
        <NoInvoice />
      ) : data ? (
        <Table label="Invoices" rows={data.invoices} columns={columns} rowKey={({ id }) => id} />
      ) : isProviderUnavailable ? (
        <NotLoaded />
      ) : error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : (
        <div role="status">
          <span className="sr-only">Loading your invoices...</span>
          <Skeleton className={invoicesHeight} />
        </div>
      )}
    </TitledSection>
  )
}
