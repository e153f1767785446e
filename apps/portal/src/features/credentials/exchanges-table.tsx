import type { CountedReason, Exchange, ExchangeCount } from '@portal/contract/trust-rules/trust-rules'
import { Button } from '@portal/ui/buttons/button'
import { Pill } from '@portal/ui/data/pill'
import { Table, type TableColumn } from '@portal/ui/data/table'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { Timestamp } from '@portal/ui/text/timestamp'
import { WhenCell } from '../../lib/layout/log-cells.tsx'
import { Wrappable } from './wrappable.tsx'

/** Explains the outcome of an exchange, in addition to the claims that differ, and how often it was sent. */
function outcomeText({ outcome, trustRule, count }: Exchange): string {
  const rule = trustRule ? `“${trustRule.name}”` : 'a rule'
  const sentence = {
    accepted: `Accepted by ${rule}.`,
    learning: `${trustRule ? rule : 'The rule'} is learning, so the run was refused. Trust this run to accept runs like it.`,
    mismatch: `${trustRule ? rule : 'The closest rule'} expects different claims.`,
    replayed: 'This identity token was already exchanged. Each one works only once.',
    paused: 'The service account is disabled, or its workspace is quarantined.',
    limit: 'The workspace has reached its limit of active API tokens.',
  }[outcome]
  return count > 1 ? `${sentence} Sent ${count.toLocaleString('en-US')} times.` : sentence
}

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

/** The run of a token, for people: its repository or project, else its subject. */
export const runName = ({ claims }: Pick<Exchange, 'claims'>): string =>
  claims.repository ?? claims.project_path ?? claims.pipeline_slug ?? claims.sub ?? 'Unknown'

function Outcome({ outcome }: Pick<Exchange, 'outcome'>) {
  if (outcome === 'accepted') return <Pill tone="success">Accepted</Pill>
  if (outcome === 'learning') return <Pill tone="accent">Recorded</Pill>
  return <Pill tone="danger">Refused</Pill>
}

/** What the outcome means, and each claim that differs. */
function Reason({ exchange }: { exchange: Exchange }) {
  return (
    <div className="flex min-w-27 flex-col gap-2">
      <span>{outcomeText(exchange)}</span>
      {exchange.problems.length > 0 && (
        <dl className="flex flex-col gap-2 text-xs">
          {exchange.problems.map(({ claim, expected, received }) => (
            <div key={claim} className="flex flex-col gap-0.5">
              <dt className="font-medium font-mono wrap-anywhere">
                <Wrappable>{claim}</Wrappable>
              </dt>
              <dd className="wrap-anywhere">
                Expected{' '}
                <code className="font-mono text-success-text">
                  <Wrappable>{expected}</Wrappable>
                </code>
              </dd>
              <dd className="wrap-anywhere">
                Received{' '}
                {received === null ? (
                  <span className="text-danger-text">nothing</span>
                ) : (
                  <code className="font-mono text-danger-text">
                    <Wrappable>{received || 'an empty value'}</Wrappable>
                  </code>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
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
  { id: 'reason', header: 'Reason', cell: (exchange) => <Reason exchange={exchange} /> },
]

interface ExchangesTableProps {
  exchanges: readonly Exchange[]
  counts: readonly ExchangeCount[]
  /** Undefined for members who can't create rules. */
  onTrust: ((exchange: Exchange) => void) | undefined
}

/** The newest exchanges. A manager can trust a refused run. */
export function ExchangesTable({ exchanges, counts, onTrust }: ExchangesTableProps) {
  const trust: TableColumn<Exchange> = {
    id: 'trust',
    header: 'Trust',
    isHeaderHidden: true,
    align: 'right',
    cell: (exchange) =>
      ['learning', 'mismatch'].includes(exchange.outcome) && (
        <Button
          size="sm"
          aria-label={`Trust this run of ${runName(exchange)}`}
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
        columns={onTrust ? [...columns, trust] : columns}
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
      {counts.length > 0 && (
        <ul
          aria-label="Attempts that are not listed"
          className="flex flex-col gap-1 text-content-muted text-sm"
        >
          {counts.map((count) => (
            <li key={count.reason}>
              {countText(count)} (last <Timestamp date={count.lastAt} isRelative />)
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
