import type {
  CountedReason,
  Exchange,
  ExchangeCount,
  TrustRule,
} from '@portal/contract/trust-rules/trust-rules'
import { Button } from '@portal/ui/buttons/button'
import { Pill } from '@portal/ui/data/pill'
import { Table, type TableColumn } from '@portal/ui/data/table'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { formatExactTime } from '@portal/ui/lib/format-timestamp'
import { Timestamp } from '@portal/ui/text/timestamp'
import { WhenCell } from '../../lib/layout/log-cells.tsx'
import { ExchangeReason } from './exchange-reason.tsx'
import { canBeTrusted, runName } from './trusted-run.ts'
import { Wrappable } from './wrappable.tsx'

const reasonTexts: Record<CountedReason, string> = {
  malformed: 'without a readable identity token',
  otherIssuer: 'from an issuer that no rule names',
  badSignature: 'with a bad signature',
  issuerUnavailable: 'that could not be checked',
}

/** Describes the attempts that are only counted: "3 attempts with a bad signature". */
function countText({ reason, count, detail }: ExchangeCount): string {
  const attempts = count === 1 ? '1 attempt' : `${count.toLocaleString('en-US')} attempts`
  return `${attempts} ${reasonTexts[reason]}${detail ? `. ${detail}` : ''}`
}

/** The attempts that are only counted, because nothing in their tokens can be trusted. */
export function CountedAttempts({ counts }: { counts: readonly ExchangeCount[] }) {
  if (counts.length === 0) return null
  return (
    <ul aria-label="Attempts that are not listed" className="flex flex-col gap-1 text-content-muted text-sm">
      {counts.map((count) => (
        <li key={count.reason}>
          {countText(count)} (last <Timestamp date={count.lastAt} isRelative />)
        </li>
      ))}
    </ul>
  )
}

function Outcome({ outcome }: Pick<Exchange, 'outcome'>) {
  if (outcome === 'accepted') return <Pill tone="success">Accepted</Pill>
  if (outcome === 'learning') return <Pill tone="accent">Recorded</Pill>
  return <Pill tone="danger">Refused</Pill>
}

const columns: TableColumn<Exchange>[] = [
  {
    id: 'run',
    header: 'Run',
    cell: (exchange) => (
      <span className="flex min-w-34.5 flex-col gap-0.5 wrap-anywhere">
        <span>
          <Wrappable>{runName(exchange)}</Wrappable>
        </span>
        <span className="text-content-muted text-sm">
          <Wrappable>{exchange.issuer}</Wrappable>
        </span>
      </span>
    ),
  },
  {
    id: 'at',
    header: 'Time',
    cell: ({ at, ipAddress }) => <WhenCell at={at} ipAddress={ipAddress} />,
    className: 'desktop:w-40',
  },
  {
    id: 'outcome',
    header: 'Outcome',
    cell: ({ outcome }) => <Outcome outcome={outcome} />,
    className: 'desktop:w-28',
  },
]

interface ExchangesTableProps {
  exchanges: readonly Exchange[]
  counts: readonly ExchangeCount[]
  /** The rules of the service account. */
  rules: readonly TrustRule[]
  /** Undefined for members who can't create rules. */
  onTrust: ((exchange: Exchange) => void) | undefined
}

/** The newest exchanges. A manager can trust a refused run, unless a rule accepts runs like it by now. */
export function ExchangesTable({ exchanges, counts, rules, onTrust }: ExchangesTableProps) {
  const reason: TableColumn<Exchange> = {
    id: 'reason',
    header: 'Reason',
    cell: (exchange) => <ExchangeReason exchange={exchange} rules={rules} />,
  }
  const trust: TableColumn<Exchange> = {
    id: 'trust',
    header: 'Trust',
    isHeaderHidden: true,
    align: 'right',
    cell: (exchange) =>
      canBeTrusted(exchange, rules) && (
        <Button
          size="sm"
          aria-label={`Trust this run of ${runName(exchange)}, ${formatExactTime(new Date(exchange.at))}`}
          onPress={() => onTrust?.(exchange)}
        >
          Trust this
        </Button>
      ),
    className: 'desktop:w-32',
  }
  return (
    <>
      <Table
        label="Exchanges"
        columns={onTrust ? [...columns, reason, trust] : [...columns, reason]}
        rows={exchanges}
        rowKey={({ id }) => id}
        emptyState={
          <EmptyState
            size="sm"
            title="No exchanges"
            description="Runs that exchange an identity token appear here."
          />
        }
      />
      <CountedAttempts counts={counts} />
    </>
  )
}
